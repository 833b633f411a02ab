import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '#infra/clock/backoff.ts';
import { revisionsToCompare } from './decide-append.ts';
import type { EventLog } from './event-log.ts';
import type { LogEvent } from './log-event.ts';
import { isStreamSoftDeleted } from './stream-head.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';
import { type LogEnd, WriteBatch } from './write-batch.ts';
import type { WriteRequest } from './write-request.ts';
import { DatabaseInUseError, WriterConnection } from './writer-connection.ts';

const MAX_BATCH_EVENTS = 4_000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** With more in the queue, requests are refused; clients repeat them. */
const MAX_QUEUED_BYTES = 256 * 1024 * 1024;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/** A request whose commit has an unknown outcome waits this long for Postgres, then fails as unavailable. */
const UNKNOWN_OUTCOME_TIMEOUT_MS = 5_000;

/**
 * The single writer. All requests that arrive during a commit are written by the next one: one insert, one commit, one fsync. While
 * Postgres is unavailable, every request fails as `unavailable`.
 */
export class LogWriter {
  readonly #log: EventLog;
  readonly #databaseUrl: string;
  readonly #end: LogEnd;
  #connection: WriterConnection;
  #queue: WriteRequest[] = [];
  #queuedBytes = 0;
  #isRunning = false;
  #isDisconnected = false;
  #isStopped = false;
  readonly #idleWaiters = new Set<() => void>();
  /** Rejects when the writer cannot continue, because another node has taken over the database. */
  readonly failed = Promise.withResolvers<never>();

  constructor(log: EventLog, databaseUrl: string, connection: WriterConnection, end: LogEnd) {
    this.#log = log;
    this.#databaseUrl = databaseUrl;
    this.#connection = connection;
    this.#end = end;
    this.failed.promise.catch(() => {});
    this.#reconnectOnLoss(connection);
  }

  submit(request: WriteRequest): void {
    const isFull = this.#queuedBytes + request.bytes > MAX_QUEUED_BYTES;
    if (this.#isDisconnected || this.#isStopped || isFull) {
      request.done({ kind: 'unavailable' });
      return;
    }
    this.#queue.push(request);
    this.#queuedBytes += request.bytes;
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Requests of the same tick of the event loop share the commit.
    setImmediate(() => void this.#run());
  }

  /** Accepts no more requests, and completes the queued ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#isRunning) await new Promise<void>((resolve) => this.#idleWaiters.add(resolve));
    await this.#connection.close();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) await this.#writeBatch(this.#takeRequests());
    this.#isRunning = false;
    if (this.#connection.isLost) this.#reconnectIdle();
    for (const resolve of this.#idleWaiters) resolve();
    this.#idleWaiters.clear();
  }

  #takeRequests(): WriteRequest[] {
    const requests = this.#takeFirstRequests();
    for (const { bytes } of requests) this.#queuedBytes -= bytes;
    return requests;
  }

  #takeFirstRequests(): WriteRequest[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const request of this.#queue) {
      // Requests without events count too, because the heads of a batch must stay cached while it is decided.
      events += Math.max(1, request.events.length);
      bytes += request.bytes;
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
        const logged = this.#readLoggedEvents(request, batch);
        batch.decide(request, logged instanceof Promise ? await logged : logged);
      }
    } catch {
      // A head or a stored event could not be read; nothing was written.
      for (const request of requests) request.done({ kind: 'unavailable' });
      return;
    }
    if (batch.events.length > 0 && !(await this.#commit(batch))) return;
    this.#log.publish(batch.events, batch.heads, this.#end.position);
    batch.answer();
    if (batch.events.length > 0) this.#log.notifyListeners(batch.events);
  }

  async #loadHeads(requests: readonly WriteRequest[]): Promise<void> {
    const missing = new Set<string>();
    const need = (stream: string): void => {
      if (!this.#log.getCachedHead(stream)) missing.add(stream);
    };
    for (const { kind, stream } of requests) {
      need(stream);
      if (isMetastream(stream)) need(originalOf(stream));
      if (kind !== 'append') need(metastreamOf(stream));
    }
    if (missing.size > 0) await this.#log.loadHeads([...missing]);
    missing.clear();
    for (const { stream } of requests) {
      const head = this.#log.getCachedHead(stream);
      if (head && isStreamSoftDeleted(head)) need(metastreamOf(stream));
    }
    if (missing.size > 0) await this.#log.loadHeads([...missing]);
  }

  /** Reads the stored events whose ids show whether a request repeats an append. */
  #readLoggedEvents(
    request: WriteRequest,
    batch: WriteBatch,
  ): ReadonlyMap<number, LogEvent> | Promise<ReadonlyMap<number, LogEvent>> {
    if (request.kind !== 'append') return NO_EVENTS;
    const { stream, expected, events } = request;
    const span = revisionsToCompare(batch.getHead(stream), expected, events.length);
    if (!span) return NO_EVENTS;
    const added = batch.getEvents(stream).filter((event) => event.revision >= span.from);
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

  /** Returns whether the batch is on disk; if not, its requests have failed. */
  async #commit(batch: WriteBatch): Promise<boolean> {
    try {
      await this.#connection.insert(batch.events);
      return true;
    } catch {
      return await this.#findOutcome(batch);
    }
  }

  /** Finds out on a new connection whether a failed insert was committed. No other request is written before that. */
  async #findOutcome(batch: WriteBatch): Promise<boolean> {
    const timeout = setTimeout(() => batch.answerAll({ kind: 'unavailable' }), UNKNOWN_OUTCOME_TIMEOUT_MS);
    try {
      const isWritten = await this.#reconnect(async (connection) => {
        const last = batch.events.at(-1);
        return last !== undefined && (await connection.contains(last));
      });
      if (isWritten) return true;
      this.#log.clearHeads();
    } catch {
      // The writer cannot continue; the node ends.
    } finally {
      clearTimeout(timeout);
    }
    batch.answerAll({ kind: 'unavailable' });
    return false;
  }

  /** Retries until it is connected again, and runs `check` before requests are accepted again. Returns what `check` returns. */
  async #reconnect<T>(check: (connection: WriterConnection) => Promise<T>): Promise<T> {
    this.#isDisconnected = true;
    await this.#connection.close();
    this.#queuedBytes = 0;
    for (const request of this.#queue.splice(0)) request.done({ kind: 'unavailable' });
    for (let attempt = 0; ; attempt += 1) {
      try {
        const connection = await WriterConnection.open(this.#databaseUrl);
        const result = await check(connection);
        this.#connection = connection;
        this.#reconnectOnLoss(connection);
        this.#isDisconnected = false;
        return result;
      } catch (error) {
        if (error instanceof DatabaseInUseError || this.#isStopped) {
          this.failed.reject(error);
          throw error;
        }
        await delay(backoff(attempt, FIRST_RETRY_MS, LONGEST_RETRY_MS));
      }
    }
  }

  /** Replaces an idle connection that is lost too, because it held the lock. */
  #reconnectOnLoss(connection: WriterConnection): void {
    void connection.lost.then(() => {
      if (!this.#isRunning && connection === this.#connection) this.#reconnectIdle();
    });
  }

  #reconnectIdle(): void {
    if (this.#isStopped) return;
    this.#isRunning = true;
    this.#reconnect(async () => {}).then(
      () => this.#run(),
      () => {},
    );
  }
}

const NO_EVENTS: ReadonlyMap<number, LogEvent> = new Map();
