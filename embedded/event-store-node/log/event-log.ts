import type { EventTable } from './event-table.ts';
import { KnownIds } from './known-ids.ts';
import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { RecentMap } from './recent-map.ts';
import { applyToHeads, MISSING_STREAM, type StreamHead } from './stream-head.ts';
import { streamKey } from './stream-key.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';
import { StreamNames } from './stream-names.ts';
import { Tail } from './tail.ts';

const CACHED_HEADS = 20_000;

type Listener = (events: readonly LogEvent[]) => void;

/**
 * The log as readers see it: exactly the events up to `lastPosition`. The writer publishes the events that it has committed. The newest
 * are cached; older ones are read from the table.
 */
export class EventLog {
  readonly ids = new KnownIds();
  readonly names = new StreamNames();
  readonly #table: EventTable;
  readonly #tail: Tail;
  readonly #heads = new RecentMap<StreamHead>(CACHED_HEADS);
  readonly #listeners = new Set<Listener>();
  /** The position of the last event. */
  lastPosition: number;
  /** The position of the next record. */
  endPosition: number;

  constructor(table: EventTable, lastPosition: number, endPosition: number) {
    this.#table = table;
    this.#tail = new Tail(lastPosition);
    this.lastPosition = lastPosition;
    this.endPosition = endPosition;
  }

  /** Makes committed events readable; `notifyListeners` reports them to subscribers. */
  publish(events: readonly LogEvent[], heads: ReadonlyMap<string, StreamHead>, endPosition: number): void {
    this.endPosition = endPosition;
    const last = events.at(-1);
    if (!last) return;
    this.lastPosition = last.position;
    this.#tail.add(events);
    for (const event of events) {
      this.ids.add(event);
      if (event.revision === 0 || event.revision === TOMBSTONE_REVISION)
        this.names.add(streamKey(event.stream));
    }
    for (const [stream, head] of heads) this.#heads.set(stream, head);
  }

  notifyListeners(events: readonly LogEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }

  /** Calls the listener with every event that is published from now on, in order. Returns a function that ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  getCachedHead(stream: string): StreamHead | undefined {
    return this.#heads.get(stream);
  }

  async readHead(stream: string): Promise<StreamHead> {
    const cached = this.#heads.get(stream);
    if (cached) return cached;
    const heads = await this.loadHeads([stream]);
    const head = heads.get(stream);
    if (!head) throw new Error(`The head of stream '${stream}' was not loaded`);
    return head;
  }

  /** Reads heads that are not cached, and caches them. */
  async loadHeads(streams: readonly string[]): Promise<Map<string, StreamHead>> {
    const heads = new Map<string, StreamHead>();
    for (const stream of streams) if (this.#isNew(stream)) heads.set(stream, MISSING_STREAM);
    const stored = streams.filter((stream) => !heads.has(stream));
    if (stored.length > 0) {
      for (const [stream, head] of await this.#table.readHeads(stored)) heads.set(stream, head);
    }
    for (const [stream, head] of heads) {
      // A head that was published meanwhile is newer than the table's.
      const newer = this.#heads.peek(stream);
      if (newer) heads.set(stream, newer);
      else this.#heads.set(stream, head);
    }
    return heads;
  }

  /** Whether certainly nothing was ever written to a stream, its metastream or, for a metastream, its original. */
  #isNew(stream: string): boolean {
    const { names } = this;
    if (names.mayContain(streamKey(stream)) || names.mayContain(streamKey(metastreamOf(stream))))
      return false;
    return !isMetastream(stream) || !names.mayContain(streamKey(originalOf(stream)));
  }

  /** Up to about `limit` events after a position, ascending; empty only when there are none. */
  readAfter(position: number, limit: number): LogEvent[] | Promise<LogEvent[]> {
    if (position >= this.lastPosition) return [];
    return this.#tail.readAfter(position, limit) ?? this.#table.readAfter(position, this.lastPosition, limit);
  }

  /** Up to about `limit` events before a position, descending; empty only when there are none. */
  readBefore(position: number, limit: number): LogEvent[] | Promise<LogEvent[]> {
    const before = Math.min(position, this.endPosition);
    return this.#tail.readBefore(before, limit) ?? this.#table.readBefore(before, limit);
  }

  /** Up to about `limit` events of a stream between two revisions (inclusive); empty only when there are none. */
  readStream(
    stream: string,
    span: { from: number; to: number; createdFrom: number | undefined; descending: boolean; limit: number },
  ): LogEvent[] | Promise<LogEvent[]> {
    if (span.to < span.from) return [];
    const { descending, limit } = span;
    const inTail = descending
      ? this.#tail.readStream(stream, Math.max(span.from, span.to - limit + 1), span.to)?.reverse()
      : this.#tail.readStream(stream, span.from, Math.min(span.to, span.from + limit - 1));
    if (!inTail) return this.#table.readStream(stream, span);
    const { createdFrom } = span;
    if (createdFrom === undefined) return inTail;
    // An empty result means the end. When a whole page is too old, the table is read, which filters before it limits.
    const visible = inTail.filter((event) => event.createdMicros >= createdFrom);
    return visible.length > 0 || inTail.length < limit ? visible : this.#table.readStream(stream, span);
  }

  /** The position of the first event at or after a position; undefined when there is none. */
  async findFirstPositionFrom(position: number): Promise<number | undefined> {
    if (position > this.lastPosition) return undefined;
    return (
      this.#tail.readAfter(position - 1, 1)?.[0]?.position ??
      (await this.#table.findFirstPositionFrom(position))
    );
  }

  /** Drops the cached heads, after a commit whose outcome was unknown. */
  clearHeads(): void {
    this.#heads.clear();
  }

  /** Adds to `pending` what an event changes in the cached heads. */
  applyTo(event: LogEvent, pending: Map<string, StreamHead>): void {
    applyToHeads(
      event,
      (stream) => pending.get(stream) ?? this.#heads.peek(stream),
      (stream, head) => pending.set(stream, head),
    );
  }
}
