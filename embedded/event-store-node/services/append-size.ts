import { estimateBytes } from '../log/log-event.ts';
import type { ProposedEvent } from '../log/write-request.ts';

/** The most data of all events of one append, in bytes; types and custom metadata do not count. */
const MAX_APPEND_DATA = 1_048_576;
/** The largest event with everything that belongs to it, because db-client receives messages of at most 17 MiB. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** The most memory of all events of one append. */
const MAX_APPEND_BYTES = 64 * 1024 * 1024;

/** Adds up the events of one append to a stream. */
export class AppendSize {
  #dataBytes = 0;
  /** The memory of the events. */
  bytes = 0;

  /** Adds an event. Returns the limit that is exceeded now, if any. */
  add(stream: string, event: ProposedEvent): number | undefined {
    const eventBytes = estimateBytes({ ...event, stream });
    this.#dataBytes += event.data.length;
    this.bytes += eventBytes;
    if (this.#dataBytes > MAX_APPEND_DATA) return MAX_APPEND_DATA;
    if (eventBytes > MAX_EVENT_BYTES) return MAX_EVENT_BYTES;
    return this.bytes > MAX_APPEND_BYTES ? MAX_APPEND_BYTES : undefined;
  }
}
