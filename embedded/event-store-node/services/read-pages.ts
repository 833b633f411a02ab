import { GrpcError, handlerException, Status } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import { isRecordStart, type LogEvent } from '../log/log-event.ts';
import type { Visibility } from '../log/visible-events.ts';
import type { AllStart, StreamStart } from '../proto/read-request.ts';

const PAGE = 500;
const END_AS_NUMBER = 2n ** 64n - 1n;

/** Reads the next page of events; an empty page is the end. */
export type PageSource = () => LogEvent[] | Promise<LogEvent[]>;

/** Reads the visible events of a stream, from a start in one direction. */
export function readStreamPages(
  log: EventLog,
  stream: string,
  visible: Extract<Visibility, { kind: 'visible' }>,
  start: StreamStart,
  backwards: boolean,
  count: number,
): PageSource {
  let { first, last } = visible;
  if (backwards) last = Math.min(last, lastRevisionBackwards(start));
  else first = Math.max(first, firstRevisionForwards(start));
  let left = count;
  return async () => {
    if (left <= 0 || last < first) return [];
    const limit = Math.min(left, PAGE);
    const { createdFrom } = visible;
    const page = await log.readStream(stream, {
      from: first,
      to: last,
      createdFrom,
      descending: backwards,
      limit,
    });
    const final = page.at(-1);
    if (!final) return page;
    left -= page.length;
    if (backwards) last = final.revision - 1;
    else first = final.revision + 1;
    return page;
  };
}

/** @throws the error of a real server when the start or the count makes no sense */
export function checkStreamRead(start: StreamStart, backwards: boolean, count: bigint): void {
  if (count === 0n || (!backwards && isEnd(start))) {
    throw new GrpcError(Status.unknown, 'Unexpected ReadStreamResult: Error');
  }
}

function isEnd(start: StreamStart): boolean {
  return start.kind === 'end' || (start.kind === 'revision' && start.revision === END_AS_NUMBER);
}

function firstRevisionForwards(start: StreamStart): number {
  return start.kind === 'revision' ? Number(start.revision) : 0;
}

function lastRevisionBackwards(start: StreamStart): number {
  if (isEnd(start)) return Number.POSITIVE_INFINITY;
  return start.kind === 'revision' ? Number(start.revision) : 0;
}

function readAllError(): GrpcError {
  return new GrpcError(Status.unknown, 'Unexpected ReadAllResult: Error');
}

/** Converts a position to a number; undefined for 2^64-1. @throws when no record can begin there */
export function parsePosition(
  log: EventLog,
  start: Extract<AllStart, { kind: 'position' }>,
): number | undefined {
  if (start.prepare > start.commit && start.prepare !== END_AS_NUMBER) throw handlerException();
  if (start.commit === END_AS_NUMBER) return undefined;
  const position = Number(start.commit);
  if (position > 0 && position < log.endPosition && !isRecordStart(position)) throw readAllError();
  return position;
}

/** Reads the events of the whole log, from a start in one direction. */
export function readAllPages(log: EventLog, start: AllStart, backwards: boolean): PageSource {
  return backwards ? readBackwards(log, start) : readForwards(log, start);
}

function readForwards(log: EventLog, start: AllStart): PageSource {
  let after = -1;
  if (start.kind === 'end') after = log.lastPosition;
  if (start.kind === 'position') after = (parsePosition(log, start) ?? log.endPosition) - 1;
  // A read ends at the log's end of its beginning.
  const last = log.lastPosition;
  return async () => {
    if (after >= last) return [];
    const page = (await log.readAfter(after, PAGE)).filter((event) => event.position <= last);
    after = page.at(-1)?.position ?? last;
    return page;
  };
}

function readBackwards(log: EventLog, start: AllStart): PageSource {
  let before = start.kind === 'start' ? 0 : log.endPosition;
  if (start.kind === 'position') {
    before = parsePosition(log, start) ?? log.endPosition;
    if (before > log.endPosition) throw readAllError();
  }
  return async () => {
    if (before <= 0) return [];
    const page = await log.readBefore(before, PAGE);
    before = page.at(-1)?.position ?? 0;
    return page;
  };
}

/** Returns only matching events, and at most `count` of them. */
export function limitPages(
  pages: PageSource,
  matches: (event: LogEvent) => boolean,
  count: number,
): PageSource {
  let left = count;
  return async () => {
    while (left > 0) {
      const page = await pages();
      if (page.length === 0) return page;
      const matching = page.filter(matches).slice(0, left);
      left -= matching.length;
      if (matching.length > 0) return matching;
    }
    return [];
  };
}
