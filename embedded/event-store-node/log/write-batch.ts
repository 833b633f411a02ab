import { randomUUID } from 'node:crypto';
import { type AppendDecision, decideAppend, type StoredPlace } from './decide-append.ts';
import { decideDelete, decideTombstone } from './decide-delete.ts';
import type { EventLog } from './event-log.ts';
import { estimateBytes, type LogEvent, positionAfter, TOMBSTONE_REVISION } from './log-event.ts';
import { isStreamSoftDeleted, MISSING_STREAM, type StreamHead } from './stream-head.ts';
import {
  isMetastream,
  metastreamOf,
  originalOf,
  SOFT_DELETE_METADATA,
  withTruncateBefore,
} from './stream-metadata.ts';
import type { ProposedEvent, WriteRequest, WriteResult } from './write-request.ts';

const EMPTY = Buffer.alloc(0);

/** The position of the log's next record, and the creation time of the last one. */
export interface LogEnd {
  position: number;
  createdMicros: number;
}

/** A clock that is set back by more than this is followed. */
const MAX_CLOCK_LAG_MICROS = 5_000_000;

/**
 * The creation time of the next event: later than the last one, unless the clock was far ahead then. Otherwise all events would have
 * almost the same time until the clock is there again.
 */
export function nextCreatedMicros(lastMicros: number, nowMicros: number): number {
  return nowMicros < lastMicros - MAX_CLOCK_LAG_MICROS ? nowMicros : Math.max(nowMicros, lastMicros + 1);
}

/**
 * The events of one commit. Requests are decided in order, and each sees the events of the requests before it. Nothing is visible outside
 * until the commit.
 */
export class WriteBatch {
  readonly events: LogEvent[] = [];
  readonly heads = new Map<string, StreamHead>();
  readonly #answers: { readonly request: WriteRequest; readonly result: WriteResult }[] = [];
  readonly #ids = new Map<string, StoredPlace & { readonly stream: string }>();
  readonly #byStream = new Map<string, LogEvent[]>();
  readonly #log: EventLog;
  readonly #end: LogEnd;

  constructor(log: EventLog, end: LogEnd) {
    this.#log = log;
    this.#end = end;
  }

  /** The head with the changes of this batch. Heads that are not cached must have been loaded before. */
  getHead(stream: string): StreamHead {
    return this.heads.get(stream) ?? this.#log.getCachedHead(stream) ?? MISSING_STREAM;
  }

  /** The events that this batch appends to a stream. */
  getEvents(stream: string): readonly LogEvent[] {
    return this.#byStream.get(stream) ?? [];
  }

  /** Decides a request; `logged` holds the stored events that it is compared with, by revision. */
  decide(request: WriteRequest, logged: ReadonlyMap<number, LogEvent>): void {
    this.#answers.push({ request, result: this.#decide(request, logged) });
  }

  /** Answers every request with its own result, unless they have been answered. */
  answer(): void {
    for (const { request, result } of this.#answers.splice(0)) request.done(result);
  }

  /** Answers every request with the same result, unless they have been answered. */
  answerAll(result: WriteResult): void {
    for (const { request } of this.#answers.splice(0)) request.done(result);
  }

  #decide(request: WriteRequest, logged: ReadonlyMap<number, LogEvent>): WriteResult {
    switch (request.kind) {
      case 'append':
        return this.#append(request, logged);
      case 'delete':
        return this.#delete(request);
      case 'tombstone':
        return this.#tombstone(request);
    }
  }

  #append(request: WriteRequest, logged: ReadonlyMap<number, LogEvent>): WriteResult {
    const { stream, events } = request;
    const head = this.getHead(stream);
    const decision = decideAppend(
      head,
      request.expected,
      events.map((event) => event.id),
      {
        at: (revision) => logged.get(revision),
        findRecent: (id) => this.#findRecent(stream, id),
      },
    );
    switch (decision.kind) {
      case 'write':
        return this.#write(request, decision, head);
      case 'duplicate':
        return { kind: 'written', revision: decision.revision, position: decision.position };
      case 'nothing': {
        const position = this.#end.position;
        this.#end.position = positionAfter(position, 1);
        return { kind: 'written', revision: decision.revision, position };
      }
      default:
        return decision;
    }
  }

  #write(
    request: WriteRequest,
    decision: Extract<AppendDecision, { kind: 'write' }>,
    head: StreamHead,
  ): WriteResult {
    const { stream, events } = request;
    const original = isMetastream(stream) ? this.getHead(originalOf(stream)) : undefined;
    let position = 0;
    let revision = decision.firstRevision;
    for (const event of events) position = this.#add(stream, revision++, event);
    if (decision.undeletes) this.#undelete(stream, decision.firstRevision, head.rawMetadata);
    // Setting metadata on a soft-deleted stream undeletes it, and hides its past.
    const last = events.at(-1);
    if (original && isStreamSoftDeleted(original) && last?.isJson) {
      this.#undelete(originalOf(stream), original.revision + 1, last.data);
    }
    return { kind: 'written', revision: revision - 1, position };
  }

  #delete(request: WriteRequest): WriteResult {
    const head = this.getHead(request.stream);
    const decision = decideDelete(head, request.expected);
    if (decision === 'deleted') return { kind: 'deleted' };
    if (decision === 'wrongVersion') return { kind: 'wrongVersion', current: head.revision };
    if (this.getHead(metastreamOf(request.stream)).tombstoned) return { kind: 'deleted' };
    const position = this.#addMetadata(request.stream, SOFT_DELETE_METADATA);
    return { kind: 'written', revision: head.revision, position };
  }

  #tombstone(request: WriteRequest): WriteResult {
    const head = this.getHead(request.stream);
    const decision = decideTombstone(head, request.expected);
    if (decision === 'deleted') return { kind: 'deleted' };
    if (decision === 'wrongVersion') return { kind: 'wrongVersion', current: head.revision };
    const position = this.#add(request.stream, TOMBSTONE_REVISION, {
      id: randomUUID(),
      type: '$streamDeleted',
      isJson: false,
      customMetadata: EMPTY,
      data: EMPTY,
    });
    return { kind: 'written', revision: TOMBSTONE_REVISION, position };
  }

  #undelete(stream: string, firstRevision: number, metadata: Buffer | undefined): void {
    const data = metadata && withTruncateBefore(metadata, firstRevision);
    if (data && !this.getHead(metastreamOf(stream)).tombstoned) this.#addMetadata(stream, data);
  }

  #addMetadata(stream: string, data: Buffer): number {
    const event = { id: randomUUID(), type: '$metadata', isJson: true, customMetadata: EMPTY, data };
    return this.#add(metastreamOf(stream), this.getHead(stream).metaRevision + 1, event);
  }

  #add(stream: string, revision: number, proposed: ProposedEvent): number {
    const position = this.#end.position;
    this.#end.createdMicros = nextCreatedMicros(this.#end.createdMicros, Date.now() * 1000);
    const { id, type, isJson, customMetadata, data } = proposed;
    const createdMicros = this.#end.createdMicros;
    const event: LogEvent = {
      position,
      revision,
      stream,
      type,
      id,
      isJson,
      createdMicros,
      customMetadata,
      data,
      frame: null,
    };
    this.#end.position = positionAfter(position, estimateBytes(event));
    this.events.push(event);
    if (!this.#ids.has(id)) this.#ids.set(id, { stream, revision, position });
    const added = this.#byStream.get(stream);
    if (added) added.push(event);
    else this.#byStream.set(stream, [event]);
    this.#log.applyTo(event, this.heads);
    return position;
  }

  #findRecent(stream: string, id: string): StoredPlace | undefined {
    const committed = this.#log.ids.find(stream, id);
    if (committed) return committed;
    const added = this.#ids.get(id);
    return added?.stream === stream ? added : undefined;
  }
}
