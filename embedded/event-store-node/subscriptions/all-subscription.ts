import { isLink, resolveLink } from '../frames/resolve-links.ts';
import { FrameSender } from '../frames/send-pages.ts';
import type { Call } from '../grpc/call.ts';
import type { EventLog } from '../log/event-log.ts';
import { estimateBytes, type LogEvent } from '../log/log-event.ts';
import {
  encodeCaughtUp,
  encodeCheckpoint,
  encodeEvent,
  encodeResolvedEvent,
  type UuidForm,
} from '../proto/read-responses.ts';
import type { CheckpointCounter } from './checkpoints.ts';
import type { EventFilter } from './event-filter.ts';
import { type Delivery, LiveDelivery } from './live-delivery.ts';

const PAGE = 500;

export interface ResponseOptions {
  readonly resolveLinks: boolean;
  readonly uuids: UuidForm;
}

export interface AllSubscriptionFilter {
  readonly matches: EventFilter;
  readonly checkpoints: CheckpointCounter;
}

/** Subscribes to the whole log after a position: sends the past, `caught_up`, then live events. The caller has sent the confirmation. */
export async function subscribeToAll(
  call: Call,
  log: EventLog,
  after: number,
  options: ResponseOptions,
  filter: AllSubscriptionFilter | undefined,
): Promise<void> {
  const sender = new FrameSender(call);
  let position = after;
  for (;;) {
    // No await separates this check from listening, so no event is missed.
    if (position >= log.lastPosition) break;
    const page = await log.readAfter(position, PAGE);
    for (const event of page) {
      const wait = sendPast(event);
      if (wait) await wait;
      if (call.isOver) return;
    }
    position = page.at(-1)?.position ?? log.lastPosition;
    const wait = sender.flush();
    if (wait) await wait;
    if (call.isOver) return;
  }
  filter?.checkpoints.endCatchUp();
  call.write(encodeCaughtUp());
  const live = new LiveDelivery(call);
  call.onClose(log.listen((events) => call.guard(() => live.send(events.flatMap(toDeliveries)))));

  function sendPast(event: LogEvent): Promise<void> | undefined {
    const matches = filter?.matches(event) ?? true;
    const checkpoint = filter?.checkpoints.countPast(event.position, matches);
    const checkpointFrames = checkpoint ? [encodeCheckpoint(checkpoint.commit, checkpoint.prepare)] : [];
    if (matches && options.resolveLinks && isLink(event)) {
      return resolveLink(log, event).then(async (resolved) => {
        for (const frame of [encodeResolvedEvent(resolved, options.uuids), ...checkpointFrames])
          await sender.send(frame);
      });
    }
    let wait = matches ? sender.send(encodeEvent(event, options.uuids)) : undefined;
    for (const frame of checkpointFrames) wait = sender.send(frame) ?? wait;
    return wait;
  }

  function toDeliveries(event: LogEvent): Delivery[] {
    const matches = filter?.matches(event) ?? true;
    const deliveries: Delivery[] = matches ? [toDelivery(log, event, options)] : [];
    const checkpoint = filter?.checkpoints.countLive(event.position);
    if (checkpoint) deliveries.push(encodeCheckpoint(checkpoint.commit, checkpoint.prepare));
    return deliveries;
  }
}

/** Converts a live event to a delivery, which resolves a link if the client wants that. */
export function toDelivery(log: EventLog, event: LogEvent, options: ResponseOptions): Delivery {
  if (!options.resolveLinks || !isLink(event)) return encodeEvent(event, options.uuids);
  return {
    length: estimateBytes(event),
    create: async () => encodeResolvedEvent(await resolveLink(log, event), options.uuids),
  };
}
