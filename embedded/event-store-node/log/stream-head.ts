import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import {
  isMetastream,
  isSoftDeleted,
  metastreamOf,
  NO_METADATA,
  originalOf,
  parseStreamMetadata,
  type StreamMetadata,
} from './stream-metadata.ts';

/** The state of a stream that reads and writes of it depend on. */
export interface StreamHead {
  /** The revision of its last event; -1 when it has none. */
  readonly revision: number;
  /** Whether the stream, or the original of this metastream, is tombstoned. */
  readonly tombstoned: boolean;
  /** The revision of the last event of its metastream; -1 when that has none. */
  readonly metaRevision: number;
  readonly metadata: StreamMetadata;
  /** The bytes of `metadata` while the stream is soft-deleted, because the next append must write them again. */
  readonly rawMetadata: Buffer | undefined;
}

export const MISSING_STREAM: StreamHead = {
  revision: -1,
  tombstoned: false,
  metaRevision: -1,
  metadata: NO_METADATA,
  rawMetadata: undefined,
};

export function isStreamSoftDeleted(head: StreamHead): boolean {
  return isSoftDeleted(head.metadata);
}

/** Returns the head after this event was appended to its metastream. */
export function withMetadataEvent(
  head: StreamHead,
  event: Pick<LogEvent, 'revision' | 'isJson' | 'data'>,
): StreamHead {
  const metadata = parseStreamMetadata(event.isJson, event.data);
  const rawMetadata = isSoftDeleted(metadata) ? event.data : undefined;
  return { ...head, metaRevision: event.revision, metadata, rawMetadata };
}

/** Updates the cached heads (`get`) that an event changes. */
export function applyToHeads(
  event: LogEvent,
  get: (stream: string) => StreamHead | undefined,
  set: (stream: string, head: StreamHead) => void,
): void {
  const own = get(event.stream);
  if (event.revision === TOMBSTONE_REVISION) {
    if (own) set(event.stream, { ...own, tombstoned: true });
    const meta = get(metastreamOf(event.stream));
    if (meta) set(metastreamOf(event.stream), { ...meta, tombstoned: true });
    return;
  }
  if (own) set(event.stream, { ...own, revision: event.revision });
  if (!isMetastream(event.stream)) return;
  const original = get(originalOf(event.stream));
  if (original) set(originalOf(event.stream), withMetadataEvent(original, event));
}
