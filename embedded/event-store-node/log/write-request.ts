import type { Expected } from './decide-append.ts';

/** An event in a client's request. */
export interface ProposedEvent {
  /** Lower case with dashes. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly customMetadata: Buffer;
  readonly data: Buffer;
}

export type WriteResult =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: 'wrongVersion'; readonly current: number }
  | { readonly kind: 'deleted' }
  /** Postgres could not be reached; the request may have been written. */
  | { readonly kind: 'unavailable' };

/** A request to the writer; `done` is called exactly once, after the commit. */
export interface WriteRequest {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: Expected;
  /** Empty for delete and tombstone. */
  readonly events: readonly ProposedEvent[];
  /** The memory of the events. */
  readonly bytes: number;
  readonly done: (result: WriteResult) => void;
}
