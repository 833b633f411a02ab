import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '#infra/clock/backoff.ts';
import { revisionsToCompare } from './decide-append.ts';
import type { EventLog } from './event-log.ts';
import type { LogEvent } from './log-event.ts';
import { headIsSoftDeleted } from './stream-head.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';
import { type LogEnd, WriteBatch } from './write-batch.ts';
import type { WriteRequest } from './write-request.ts';
import { DatabaseInUseError, WriterConnection } from './writer-connection.ts';

const MAX_BATCH_EVENTS = 4_000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const FIRST_BACKOFF_MS = 50;
const LAST_BACKOFF_MS = 2_000;
/** How long an answer may wait for Postgres to come back and tell what became of a commit. */
const UNSURE_ANSWER_MS = 5_000;

/**
 * The single writer. Everything that was asked for while the last commit ran goes into the next one: one insert, one
 * commit, one fsync. While Postgres is away every request is answered `unavailable`.
 */
export class LogWriter {
  readonly #log: EventLog;
  readonly #databaseUrl: string;
  readonly #end: LogEnd;
  #connection: WriterConnection;
  #queue: WriteRequest[] = [];
  #running = false;
  #down = false;
  #stopped = false;
  readonly #idle = new Set<() => void>();
  /** Settles with the reason when the writer can't go on: another node has taken over the database. */
  readonly failed = Promise.withResolvers<never>();

  constructor(log: EventLog, databaseUrl: string, connection: WriterConnection, end: LogEnd) {
    this.#log = log;
    this.#databaseUrl = databaseUrl;
    this.#connection = connection;
    this.#end = end;
    this.failed.promise.catch(() => {});
    this.#watch(connection);
  }

  submit(request: WriteRequest): void {
    if (this.#down || this.#stopped) {
      request.done({ kind: 'unavailable' });
      return;
    }
    this.#queue.push(request);
    if (this.#running) return;
    this.#running = true;
    // What arrived in the same turn of the loop shares the commit.
    setImmediate(() => void this.#run());
  }

  /** Writes what was asked for, then takes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#running) await new Promise<void>((resolve) => this.#idle.add(resolve));
    await this.#connection.close();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) await this.#writeBatch(this.#take());
    this.#running = false;
    if (this.#connection.gone) this.#replaceIdle();
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  #take(): WriteRequest[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const request of this.#queue) {
      // Requests without events count too: the heads of a batch have to stay at hand while it is decided.
      events += Math.max(1, request.events.length);
      for (const event of request.events) bytes += event.data.length + event.customMetadata.length;
      if (count > 0 && (events > MAX_BATCH_EVENTS || bytes > MAX_BATCH_BYTES)) break;
      count++;
    }
    if (count === this.#queue.length) {
      const all = this.#queue;
      this.#queue = [];
      return all;
    }
    return this.#queue.splice(0, count);
  }

  async #writeBatch(requests: readonly WriteRequest[]): Promise<void> {
    const batch = new WriteBatch(this.#log, this.#end);
    try {
      await this.#loadHeads(requests);
      for (const request of requests) {
        const logged = this.#loggedEvents(request, batch);
        batch.decide(request, logged instanceof Promise ? await logged : logged);
      }
    } catch {
      // A head or an event to compare with could not be read; nothing was written.
      for (const request of requests) request.done({ kind: 'unavailable' });
      return;
    }
    if (batch.events.length > 0 && !(await this.#commit(batch))) return;
    this.#log.publish(batch.events, batch.heads, this.#end.position);
    batch.answer();
    if (batch.events.length > 0) this.#log.announce(batch.events);
  }

  async #loadHeads(requests: readonly WriteRequest[]): Promise<void> {
    const missing = new Set<string>();
    const need = (stream: string): void => {
      if (!this.#log.headAtHand(stream)) missing.add(stream);
    };
    for (const { kind, stream } of requests) {
      need(stream);
      if (isMetastream(stream)) need(originalOf(stream));
      if (kind !== 'append') need(metastreamOf(stream));
    }
    if (missing.size > 0) await this.#log.loadHeads([...missing]);
    missing.clear();
    for (const { stream } of requests) {
      const head = this.#log.headAtHand(stream);
      if (head && headIsSoftDeleted(head)) need(metastreamOf(stream));
    }
    if (missing.size > 0) await this.#log.loadHeads([...missing]);
  }

  /** The events whose ids decide whether a request repeats what was written before. */
  #loggedEvents(
    request: WriteRequest,
    batch: WriteBatch,
  ): ReadonlyMap<number, LogEvent> | Promise<ReadonlyMap<number, LogEvent>> {
    if (request.kind !== 'append') return NO_EVENTS;
    const { stream, expected, events } = request;
    const span = revisionsToCompare(batch.head(stream), expected, events.length);
    if (!span) return NO_EVENTS;
    const added = batch.addedTo(stream).filter((event) => event.revision >= span.from);
    const to = Math.min(span.to, (added[0]?.revision ?? span.to + 1) - 1);
    return this.#readSpan(stream, span.from, to, new Map(added.map((event) => [event.revision, event])));
  }

  async #readSpan(
    stream: string,
    from: number,
    to: number,
    found: Map<number, LogEvent>,
  ): Promise<ReadonlyMap<number, LogEvent>> {
    for (let next = from; next <= to; ) {
      const span = { from: next, to, createdFrom: undefined, descending: false, limit: to - next + 1 };
      const page = await this.#log.readStream(stream, span);
      const last = page.at(-1);
      if (!last) break;
      for (const event of page) found.set(event.revision, event);
      next = last.revision + 1;
    }
    return found;
  }

  /** Whether the batch is on disk; if it is not, its requests have been answered. */
  async #commit(batch: WriteBatch): Promise<boolean> {
    try {
      await this.#connection.insert(batch.events);
      return true;
    } catch {
      return await this.#settle(batch);
    }
  }

  /** After an insert that may or may not have been committed: looks, on a new connection, before anything goes on. */
  async #settle(batch: WriteBatch): Promise<boolean> {
    const unsure = setTimeout(() => batch.answerAll({ kind: 'unavailable' }), UNSURE_ANSWER_MS);
    try {
      const written = await this.#reconnect(async (connection) => {
        const last = batch.events.at(-1);
        return last !== undefined && (await connection.contains(last));
      });
      if (written) return true;
      this.#log.forgetHeads();
    } catch {
      // The writer has failed for good; the node ends.
    } finally {
      clearTimeout(unsure);
    }
    batch.answerAll({ kind: 'unavailable' });
    return false;
  }

  /** Connects anew, however long it takes, and has something looked up before requests are taken again. */
  async #reconnect<T>(check: (connection: WriterConnection) => Promise<T>): Promise<T> {
    this.#down = true;
    await this.#connection.close();
    for (const request of this.#queue.splice(0)) request.done({ kind: 'unavailable' });
    for (let attempt = 0; ; attempt += 1) {
      try {
        const connection = await WriterConnection.open(this.#databaseUrl);
        const answer = await check(connection);
        this.#connection = connection;
        this.#watch(connection);
        this.#down = false;
        return answer;
      } catch (error) {
        if (error instanceof DatabaseInUseError || this.#stopped) {
          this.failed.reject(error);
          throw error;
        }
        await delay(backoff(attempt, FIRST_BACKOFF_MS, LAST_BACKOFF_MS));
      }
    }
  }

  /** An idle connection that breaks has to be replaced too: it holds the lock. */
  #watch(connection: WriterConnection): void {
    void connection.lost.then(() => {
      if (!this.#running && connection === this.#connection) this.#replaceIdle();
    });
  }

  #replaceIdle(): void {
    if (this.#stopped) return;
    this.#running = true;
    this.#reconnect(async () => {}).then(
      () => this.#run(),
      () => {},
    );
  }
}

const NO_EVENTS: ReadonlyMap<number, LogEvent> = new Map();
