import type { NodeOptions } from './node.ts';

/** A message from the node's process to the one that started it. */
export type NodeMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** A message to the node's process. Its options come as a message, because other programs can read arguments. */
export type NodeCommand =
  | { readonly kind: 'start'; readonly options: NodeOptions }
  | { readonly kind: 'stop' };
