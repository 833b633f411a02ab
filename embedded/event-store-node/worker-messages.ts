/** What the thread of the node tells the thread that started it. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** The only thing that it is told. */
export const STOP = 'stop';
