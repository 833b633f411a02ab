import type { EventTable } from './event-table.ts';
import { KnownIds } from './known-ids.ts';
import { type LogEvent, TOMBSTONE_REVISION } from './log-event.ts';
import { RecentMap } from './recent-map.ts';
import { applyToHeads, MISSING_STREAM, type StreamHead } from './stream-head.ts';
import { streamKey } from './stream-key.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';
import { StreamNames } from './stream-names.ts';
import { Tail } from './tail.ts';

const HEADS = 20_000;

type Listener = (events: readonly LogEvent[]) => void;

/**
 * The log as readers see it: all events up to `lastPosition`, and none after it. The writer publishes what it has
 * committed; what was published lately is in memory, the rest is read from the table.
 */
export class EventLog {
  readonly ids = new KnownIds();
  readonly names = new StreamNames();
  readonly #table: EventTable;
  readonly #tail: Tail;
  readonly #heads = new RecentMap<StreamHead>(HEADS);
  readonly #listeners = new Set<Listener>();
  /** Of the last event. */
  lastPosition: number;
  /** Where the next record will begin. */
  endPosition: number;

  constructor(table: EventTable, lastPosition: number, endPosition: number) {
    this.#table = table;
    this.#tail = new Tail(lastPosition);
    this.lastPosition = lastPosition;
    this.endPosition = endPosition;
  }

  /** Makes committed events readable; subscribers hear of them by `announce`. */
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

  announce(events: readonly LogEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }

  /** Hears every event that is published from now on, in order. Answers how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  headAtHand(stream: string): StreamHead | undefined {
    return this.#heads.get(stream);
  }

  async head(stream: string): Promise<StreamHead> {
    const atHand = this.#heads.get(stream);
    if (atHand) return atHand;
    const heads = await this.loadHeads([stream]);
    const head = heads.get(stream);
    if (!head) throw new Error('a head was not loaded');
    return head;
  }

  /** The heads of some streams that are not at hand. */
  async loadHeads(streams: readonly string[]): Promise<Map<string, StreamHead>> {
    const heads = new Map<string, StreamHead>();
    for (const stream of streams) if (this.#isNew(stream)) heads.set(stream, MISSING_STREAM);
    const asked = streams.filter((stream) => !heads.has(stream));
    if (asked.length > 0) {
      for (const [stream, head] of await this.#table.heads(asked)) heads.set(stream, head);
    }
    for (const [stream, head] of heads) {
      // One that appeared meanwhile was published, so it is newer than what the table said.
      const newer = this.#heads.peek(stream);
      if (newer) heads.set(stream, newer);
      else this.#heads.set(stream, head);
    }
    return heads;
  }

  /** Surely nothing was ever written to a stream, nor to those that say something about it. */
  #isNew(stream: string): boolean {
    const { names } = this;
    if (names.mayHave(streamKey(stream)) || names.mayHave(streamKey(metastreamOf(stream)))) return false;
    return !isMetastream(stream) || !names.mayHave(streamKey(originalOf(stream)));
  }

  /** Up to about `limit` events after a position, ascending; none only when there are none. */
  readAfter(position: number, limit: number): LogEvent[] | Promise<LogEvent[]> {
    if (position >= this.lastPosition) return [];
    return this.#tail.after(position, limit) ?? this.#table.after(position, this.lastPosition, limit);
  }

  /** Up to about `limit` events before a position, descending; none only when there are none. */
  readBefore(position: number, limit: number): LogEvent[] | Promise<LogEvent[]> {
    const before = Math.min(position, this.endPosition);
    return this.#tail.before(before, limit) ?? this.#table.before(before, limit);
  }

  /** Up to about `limit` events of a stream between two revisions (inclusive); none only when there are none. */
  readStream(
    stream: string,
    span: { from: number; to: number; createdFrom: number | undefined; descending: boolean; limit: number },
  ): LogEvent[] | Promise<LogEvent[]> {
    if (span.to < span.from) return [];
    const { descending, limit } = span;
    const inTail = descending
      ? this.#tail.ofStream(stream, Math.max(span.from, span.to - limit + 1), span.to)?.reverse()
      : this.#tail.ofStream(stream, span.from, Math.min(span.to, span.from + limit - 1));
    if (!inTail) return this.#table.ofStream(stream, span);
    const { createdFrom } = span;
    if (createdFrom === undefined) return inTail;
    // Creation times grow with the revisions, so an empty answer may only come when none is young enough.
    const young = inTail.filter((event) => event.createdMicros >= createdFrom);
    return young.length > 0 || inTail.length < limit ? young : this.#table.ofStream(stream, span);
  }

  /** The position of the event at or next after a position; undefined when there is none. */
  async firstPositionFrom(position: number): Promise<number | undefined> {
    if (position > this.lastPosition) return undefined;
    return (
      this.#tail.after(position - 1, 1)?.[0]?.position ?? (await this.#table.firstPositionFrom(position))
    );
  }

  /** Forgets what is held of heads, after a commit of which it was not known whether it took place. */
  forgetHeads(): void {
    this.#heads.clear();
  }

  /** Tells the heads at hand what an event changes in them. */
  applyTo(event: LogEvent, pending: Map<string, StreamHead>): void {
    applyToHeads(
      event,
      (stream) => pending.get(stream) ?? this.#heads.peek(stream),
      (stream, head) => pending.set(stream, head),
    );
  }
}
