import { randomUUID } from 'node:crypto';
import { isLink, resolveLink } from '../frames/resolve-links.ts';
import { type FrameSender, sendPages } from '../frames/send-pages.ts';
import type { Call } from '../grpc/call.ts';
import { GrpcError, handlerException, Status, streamDeletedError } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import type { LogEvent } from '../log/log-event.ts';
import { getVisibility } from '../log/visible-events.ts';
import {
  type AllStart,
  type FilterOptions,
  type ReadOptions,
  readReadRequest,
  type StreamStart,
} from '../proto/read-request.ts';
import {
  encodeConfirmation,
  encodeEvent,
  encodeResolvedEvent,
  encodeStreamNotFound,
} from '../proto/read-responses.ts';
import {
  type AllSubscriptionFilter,
  type ResponseOptions,
  subscribeToAll,
} from '../subscriptions/all-subscription.ts';
import { CheckpointCounter } from '../subscriptions/checkpoints.ts';
import { createEventFilter, type EventFilter } from '../subscriptions/event-filter.ts';
import { type StreamSubscriptionStart, subscribeToStream } from '../subscriptions/stream-subscription.ts';
import {
  checkStreamRead,
  limitPages,
  type PageSource,
  parsePosition,
  readAllPages,
  readStreamPages,
} from './read-pages.ts';

const END_AS_NUMBER = 2n ** 64n - 1n;

/** Handles Read: of a stream or of the whole log, once or as a subscription. */
export function handleRead(call: Call, log: EventLog): void {
  call.receiveOne(async (message) => {
    const options = readReadRequest(message);
    if (!options) throw handlerException();
    checkCombination(options);
    const responseOptions = { resolveLinks: options.resolveLinks, uuids: options.uuids ?? 'string' };
    if (options.stream) {
      const { name, from } = options.stream;
      if (name === undefined || !from) throw handlerException();
      if (options.subscription) await startStreamSubscription(call, log, name, from, responseOptions);
      else await readStream(call, log, name, from, options.backwards, options.count ?? 0n, responseOptions);
    } else if (options.all) {
      const { from } = options.all;
      if (!from) throw handlerException();
      if (options.subscription) await startAllSubscription(call, log, from, options.filter, responseOptions);
      else await readAll(call, log, from, options, responseOptions);
    }
  });
}

function checkCombination(options: ReadOptions): void {
  const target = options.stream ? 'Stream' : options.all ? 'All' : 'None';
  const extent = options.subscription ? 'Subscription' : options.count !== undefined ? 'Count' : 'None';
  const filter = options.filter ? 'Filter' : options.noFilter ? 'NoFilter' : 'None';
  const isValid =
    target !== 'None' &&
    extent !== 'None' &&
    filter !== 'None' &&
    options.uuids !== undefined &&
    !(target === 'Stream' && filter === 'Filter') &&
    !(options.backwards && extent === 'Subscription');
  if (isValid) return;
  const direction = options.backwards ? 'Backwards' : 'Forwards';
  throw new GrpcError(
    Status.invalidArgument,
    `The combination of (${target}, ${extent}, ${direction}, ${filter}) is invalid.`,
  );
}

async function readStream(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamStart,
  backwards: boolean,
  count: bigint,
  responseOptions: ResponseOptions,
): Promise<void> {
  checkStreamRead(start, backwards, count);
  const head = log.getCachedHead(stream) ?? (await log.readHead(stream));
  const visibility = getVisibility(stream, head, Date.now() * 1000);
  if (visibility.kind === 'deleted') throw streamDeletedError(stream);
  if (visibility.kind === 'notFound') {
    call.write(encodeStreamNotFound(stream));
    call.end();
    return;
  }
  await sendRead(
    call,
    log,
    readStreamPages(log, stream, visibility, start, backwards, Number(count)),
    responseOptions,
  );
}

async function readAll(
  call: Call,
  log: EventLog,
  start: AllStart,
  options: ReadOptions,
  responseOptions: ResponseOptions,
): Promise<void> {
  const { backwards, filter } = options;
  const count = options.count ?? 0n;
  if (count === 0n) throw new GrpcError(Status.unknown, 'Unexpected ReadAllResult: Error');
  const pages = readAllPages(log, start, backwards);
  const matches = filter ? parseFilter(filter).matches : () => true;
  await sendRead(call, log, limitPages(pages, matches, Number(count)), responseOptions);
}

async function sendRead(
  call: Call,
  log: EventLog,
  pages: PageSource,
  responseOptions: ResponseOptions,
): Promise<void> {
  const { resolveLinks, uuids } = responseOptions;
  const send = (event: LogEvent, sender: FrameSender): Promise<void> | undefined => {
    if (!resolveLinks || !isLink(event)) return sender.send(encodeEvent(event, uuids));
    return resolveLink(log, event).then((resolved) => sender.send(encodeResolvedEvent(resolved, uuids)));
  };
  await sendPages(call, pages, send);
  call.end();
}

/** Converts the client's filter. @throws the error of a real server when it is invalid */
function parseFilter(options: FilterOptions): { matches: EventFilter; window: number } {
  if (options.window === undefined || options.field === undefined) {
    throw new GrpcError(Status.invalidArgument, 'The filter has no expression or no window.');
  }
  return { matches: createEventFilter(options), window: options.window };
}

async function startAllSubscription(
  call: Call,
  log: EventLog,
  start: AllStart,
  filter: FilterOptions | undefined,
  responseOptions: ResponseOptions,
): Promise<void> {
  let subscriptionFilter: AllSubscriptionFilter | undefined;
  let isSilent = false;
  if (filter) {
    const { matches, window } = parseFilter(filter);
    if (filter.intervalMultiplier === 0) throw handlerException();
    // A real server only confirms a subscription with a window of 0.
    isSilent = window === 0;
    subscriptionFilter = { matches, checkpoints: new CheckpointCounter(window, filter.intervalMultiplier) };
  }
  const after = await findPositionBefore(log, start);
  call.write(encodeConfirmation(randomUUID()));
  if (!isSilent) await subscribeToAll(call, log, after, responseOptions, subscriptionFilter);
}

/** Finds the position after which a subscription begins. */
async function findPositionBefore(log: EventLog, start: AllStart): Promise<number> {
  if (start.kind === 'start') return -1;
  if (start.kind === 'end') return log.lastPosition;
  const position = parsePosition(log, start);
  if (position === undefined) return log.lastPosition;
  if (position === 0) return -1;
  return (await log.findFirstPositionFrom(position)) ?? log.lastPosition;
}

async function startStreamSubscription(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamStart,
  responseOptions: ResponseOptions,
): Promise<void> {
  const from = toSubscriptionStart(start);
  if (from !== 'end') {
    const head = log.getCachedHead(stream) ?? (await log.readHead(stream));
    if (head.tombstoned) throw streamDeletedError(stream);
  }
  call.write(encodeConfirmation(randomUUID()));
  await subscribeToStream(call, log, stream, from, responseOptions);
}

function toSubscriptionStart(start: StreamStart): StreamSubscriptionStart {
  if (start.kind === 'end') return 'end';
  if (start.kind === 'start') return -1;
  return start.revision === END_AS_NUMBER ? 'end' : Number(start.revision);
}
