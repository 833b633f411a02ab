import { estimateBytes, type LogEvent } from './log-event.ts';

const MAX_EVENTS = 8_192;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Caches the newest events, so that live subscriptions and reads of recent streams need no database. Bounded in number and in bytes;
 * older events are read from the table.
 */
export class Tail {
  #events: LogEvent[] = [];
  #first = 0;
  #bytes = 0;
  #floor: number;
  readonly #streams = new Map<string, LogEvent[]>();

  /** `floor`: the position of the log's last event; all later ones must be added. */
  constructor(floor: number) {
    this.#floor = floor;
  }

  add(events: readonly LogEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#bytes += estimateBytes(event);
      const ofStream = this.#streams.get(event.stream);
      if (ofStream) ofStream.push(event);
      else this.#streams.set(event.stream, [event]);
    }
    while (this.#events.length - this.#first > MAX_EVENTS || this.#bytes > MAX_BYTES) this.#dropOldest();
    // Frees the dropped events once they are an eighth of the array.
    if (this.#first > this.#events.length / 8) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Up to `limit` events after a position, ascending; undefined when not all of them are cached. */
  readAfter(position: number, limit: number): LogEvent[] | undefined {
    if (position < this.#floor) return undefined;
    const start = this.#indexAfter(position);
    return this.#events.slice(start, start + limit);
  }

  /** Up to `limit` events before a position, descending; undefined when fewer are cached. */
  readBefore(position: number, limit: number): LogEvent[] | undefined {
    const end = this.#indexAfter(position - 1);
    if (end - this.#first < limit) return undefined;
    return this.#events.slice(end - limit, end).reverse();
  }

  /** A stream's events from one revision to another, ascending; undefined when not all of them are cached. */
  readStream(stream: string, from: number, to: number): LogEvent[] | undefined {
    if (to < from) return [];
    const events = this.#streams.get(stream);
    const oldest = events?.[0];
    if (!events || !oldest || oldest.revision > from) return undefined;
    // Revisions of a stream have no gaps, except before a tombstone, which is never read.
    return events.slice(from - oldest.revision, to - oldest.revision + 1);
  }

  #indexAfter(position: number): number {
    let low = this.#first;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle];
      if (event && event.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropOldest(): void {
    const event = this.#events[this.#first++];
    if (!event) return;
    this.#bytes -= estimateBytes(event);
    this.#floor = event.position;
    const ofStream = this.#streams.get(event.stream);
    if (!ofStream || ofStream.length <= 1) this.#streams.delete(event.stream);
    else ofStream.shift();
  }
}
