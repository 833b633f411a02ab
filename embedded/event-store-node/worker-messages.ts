/** A message from the node's thread to the thread that started it. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** The only message to the node's thread. */
export const STOP = 'stop';
