import { isLink, resolveLink } from '../frames/resolve-links.ts';
import { FrameSender } from '../frames/send-pages.ts';
import type { Call } from '../grpc/call.ts';
import { streamDeleted } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import { type LogEvent, TOMBSTONE_REVISION } from '../log/log-event.ts';
import { metastreamOf } from '../log/stream-metadata.ts';
import { type Visibility, visibilityOf } from '../log/visible-events.ts';
import { caughtUpFrame, eventFrame, resolvedFrame } from '../proto/read-answers.ts';
import { eventDelivery, type SubscriptionOptions } from './all-subscription.ts';
import { LiveDelivery } from './live-delivery.ts';

const PAGE = 500;

/** Where a subscription to a stream begins: after a revision (-1: at the start), or with what comes from now on. */
export type StreamSubscriptionStart = number | 'end';

/**
 * A subscription to one stream: what is visible of the past, `caught_up`, then live. While there is nothing of the
 * stream yet it waits. Ends with the call. The confirmation has been sent.
 */
export async function subscribeToStream(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamSubscriptionStart,
  options: SubscriptionOptions,
): Promise<void> {
  const live = new LiveDelivery(call);
  const sender = new FrameSender(call);
  let catchingUp = true;
  let after = start === 'end' ? -1 : start;
  /** The newest event published while catching up. */
  let newest = -1;
  let tombstone: LogEvent | undefined;
  let stir = Promise.withResolvers<void>();
  const metastream = metastreamOf(stream);

  const unlisten = log.listen((events) => {
    for (const event of events) {
      if (event.stream === metastream) stir.resolve();
      if (event.stream === stream) onEvent(event);
    }
  });
  call.onClose(unlisten);
  call.onClose(() => stir.resolve());

  if (start === 'end') {
    // Only newer revisions count, and the tombstone of a stream that is closed already is not among them.
    catchingUp = false;
    call.write(caughtUpFrame());
    return;
  }
  const visibility = await whenThereIsSomething();
  if (call.over) return;
  if (visibility.kind !== 'visible') {
    call.fail(streamDeleted(stream));
    return;
  }
  await catchUp(visibility);

  function onEvent(event: LogEvent): void {
    if (event.revision === TOMBSTONE_REVISION) tombstone = event;
    if (catchingUp) {
      newest = Math.max(newest, event.revision === TOMBSTONE_REVISION ? -1 : event.revision);
      stir.resolve();
      return;
    }
    if (event.revision === TOMBSTONE_REVISION) {
      live.send([eventDelivery(log, event, options), streamDeleted(stream)]);
    } else if (event.revision > after) {
      live.send([eventDelivery(log, event, options)]);
    }
  }

  async function whenThereIsSomething(): Promise<Visibility> {
    for (;;) {
      stir = Promise.withResolvers<void>();
      const visibility = visibilityOf(stream, await log.head(stream), Date.now() * 1000);
      if (visibility.kind !== 'notFound' || call.over) return visibility;
      await stir.promise;
    }
  }

  async function catchUp(visible: Extract<Visibility, { kind: 'visible' }>): Promise<void> {
    newest = Math.max(newest, visible.last);
    let next = Math.max(visible.first, after + 1);
    // Nothing happens between finding that there is nothing more and turning live, so no event falls between.
    while (next <= newest) {
      const span = {
        from: next,
        to: newest,
        createdFrom: visible.createdFrom,
        descending: false,
        limit: PAGE,
      };
      const page = await log.readStream(stream, span);
      for (const event of page) {
        await sendPast(event);
        if (call.over) return;
      }
      next = (page.at(-1)?.revision ?? span.to) + 1;
      const wait = sender.flush();
      if (wait) await wait;
      if (call.over) return;
    }
    after = Math.max(after, newest);
    catchingUp = false;
    call.write(caughtUpFrame());
    if (tombstone) live.send([eventDelivery(log, tombstone, options), streamDeleted(stream)]);
  }

  async function sendPast(event: LogEvent): Promise<void> {
    const frame =
      options.resolveLinks && isLink(event)
        ? resolvedFrame(await resolveLink(log, event), options.uuids)
        : eventFrame(event, options.uuids);
    const wait = sender.send(frame);
    if (wait) await wait;
  }
}
