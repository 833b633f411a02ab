import { randomUUID } from 'node:crypto';
import { isLink, resolveLink } from '../frames/resolve-links.ts';
import { type FrameSender, sendPages } from '../frames/send-pages.ts';
import type { Call } from '../grpc/call.ts';
import { GrpcError, handlerThrew, Status, streamDeleted } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import type { LogEvent } from '../log/log-event.ts';
import { visibilityOf } from '../log/visible-events.ts';
import {
  confirmationFrame,
  eventFrame,
  resolvedFrame,
  streamNotFoundFrame,
  type UuidForm,
} from '../proto/read-answers.ts';
import {
  type AllStart,
  type FilterOptions,
  type ReadOptions,
  readReadRequest,
  type StreamStart,
} from '../proto/read-request.ts';
import { type AllSubscriptionFilter, subscribeToAll } from '../subscriptions/all-subscription.ts';
import { CheckpointCounter } from '../subscriptions/checkpoints.ts';
import { type EventFilter, eventFilter } from '../subscriptions/event-filter.ts';
import { type StreamSubscriptionStart, subscribeToStream } from '../subscriptions/stream-subscription.ts';
import {
  allPages,
  checkedPosition,
  checkStreamRead,
  limitedPages,
  type PageSource,
  streamPages,
} from './read-source.ts';

const END_AS_NUMBER = 2n ** 64n - 1n;

interface Answering {
  readonly resolveLinks: boolean;
  readonly uuids: UuidForm;
}

/** Read: of a stream or of everything, once or as a subscription. */
export function readCall(call: Call, log: EventLog): void {
  call.receiveOne(async (message) => {
    const options = readReadRequest(message);
    if (!options) throw handlerThrew();
    checkCombination(options);
    const answering = { resolveLinks: options.resolveLinks, uuids: options.uuids ?? 'string' };
    if (options.stream) {
      const { name, from } = options.stream;
      if (name === undefined || !from) throw handlerThrew();
      if (options.subscription) await streamSubscription(call, log, name, from, answering);
      else await readStream(call, log, name, from, options.backwards, options.count ?? 0n, answering);
    } else if (options.all) {
      const { from } = options.all;
      if (!from) throw handlerThrew();
      if (options.subscription) await allSubscription(call, log, from, options.filter, answering);
      else await readAll(call, log, from, options, answering);
    }
  });
}

function checkCombination(options: ReadOptions): void {
  const target = options.stream ? 'Stream' : options.all ? 'All' : 'None';
  const much = options.subscription ? 'Subscription' : options.count !== undefined ? 'Count' : 'None';
  const filter = options.filter ? 'Filter' : options.noFilter ? 'NoFilter' : 'None';
  const possible =
    target !== 'None' &&
    much !== 'None' &&
    filter !== 'None' &&
    options.uuids !== undefined &&
    !(target === 'Stream' && filter === 'Filter') &&
    !(options.backwards && much === 'Subscription');
  if (possible) return;
  const direction = options.backwards ? 'Backwards' : 'Forwards';
  throw new GrpcError(
    Status.invalidArgument,
    `The combination of (${target}, ${much}, ${direction}, ${filter}) is invalid.`,
  );
}

async function readStream(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamStart,
  backwards: boolean,
  count: bigint,
  answering: Answering,
): Promise<void> {
  checkStreamRead(start, backwards, count);
  const atHand = log.headAtHand(stream);
  const visibility = visibilityOf(stream, atHand ?? (await log.head(stream)), Date.now() * 1000);
  if (visibility.kind === 'deleted') throw streamDeleted(stream);
  if (visibility.kind === 'notFound') {
    call.write(streamNotFoundFrame(stream));
    call.end();
    return;
  }
  await sendRead(call, log, streamPages(log, stream, visibility, start, backwards, Number(count)), answering);
}

async function readAll(
  call: Call,
  log: EventLog,
  start: AllStart,
  options: ReadOptions,
  answering: Answering,
): Promise<void> {
  const { backwards, filter } = options;
  const count = options.count ?? 0n;
  if (count === 0n) throw new GrpcError(Status.unknown, 'Unexpected ReadAllResult: Error');
  const pages = allPages(log, start, backwards);
  const matches = filter ? checkedFilter(filter).matches : () => true;
  await sendRead(call, log, limitedPages(pages, matches, Number(count)), answering);
}

async function sendRead(call: Call, log: EventLog, pages: PageSource, answering: Answering): Promise<void> {
  const { resolveLinks, uuids } = answering;
  const send = (event: LogEvent, sender: FrameSender): Promise<void> | undefined => {
    if (!resolveLinks || !isLink(event)) return sender.send(eventFrame(event, uuids));
    return resolveLink(log, event).then((resolved) => sender.send(resolvedFrame(resolved, uuids)));
  };
  await sendPages(call, pages, send);
  call.end();
}

/** A filter that can be used; throws what a real server answers to one that can't. */
function checkedFilter(options: FilterOptions): { matches: EventFilter; window: number } {
  if (options.window === undefined || options.field === undefined) {
    throw new GrpcError(Status.invalidArgument, 'The filter has no expression or no window.');
  }
  return { matches: eventFilter(options), window: options.window };
}

async function allSubscription(
  call: Call,
  log: EventLog,
  start: AllStart,
  filter: FilterOptions | undefined,
  answering: Answering,
): Promise<void> {
  let subscriptionFilter: AllSubscriptionFilter | undefined;
  let silent = false;
  if (filter) {
    const { matches, window } = checkedFilter(filter);
    if (filter.intervalMultiplier === 0) throw handlerThrew();
    silent = window === 0;
    subscriptionFilter = { matches, checkpoints: new CheckpointCounter(window, filter.intervalMultiplier) };
  }
  const after = await positionBefore(log, start);
  call.write(confirmationFrame(randomUUID()));
  if (!silent) await subscribeToAll(call, log, after, answering, subscriptionFilter);
}

/** The position after which a subscription goes on. */
async function positionBefore(log: EventLog, start: AllStart): Promise<number> {
  if (start.kind === 'start') return -1;
  if (start.kind === 'end') return log.lastPosition;
  const position = checkedPosition(log, start);
  if (position === undefined) return log.lastPosition;
  if (position === 0) return -1;
  return (await log.firstPositionFrom(position)) ?? log.lastPosition;
}

async function streamSubscription(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamStart,
  answering: Answering,
): Promise<void> {
  const from = subscriptionStart(start);
  if (from !== 'end') {
    const head = log.headAtHand(stream) ?? (await log.head(stream));
    if (head.tombstoned) throw streamDeleted(stream);
  }
  call.write(confirmationFrame(randomUUID()));
  await subscribeToStream(call, log, stream, from, answering);
}

function subscriptionStart(start: StreamStart): StreamSubscriptionStart {
  if (start.kind === 'end') return 'end';
  if (start.kind === 'start') return -1;
  return start.revision === END_AS_NUMBER ? 'end' : Number(start.revision);
}
