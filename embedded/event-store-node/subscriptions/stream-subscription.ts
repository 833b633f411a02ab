import { isLink, resolveLink } from '../frames/resolve-links.ts';
import { FrameSender } from '../frames/send-pages.ts';
import type { Call } from '../grpc/call.ts';
import { streamDeletedError } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import { type LogEvent, TOMBSTONE_REVISION } from '../log/log-event.ts';
import { metastreamOf } from '../log/stream-metadata.ts';
import { getVisibility, type Visibility } from '../log/visible-events.ts';
import { encodeCaughtUp, encodeEvent, encodeResolvedEvent } from '../proto/read-responses.ts';
import { type ResponseOptions, toDelivery } from './all-subscription.ts';
import { LiveDelivery } from './live-delivery.ts';

const PAGE = 500;

/** Where a subscription to a stream begins: after a revision (-1: at the start), or with the next event appended. */
export type StreamSubscriptionStart = number | 'end';

/**
 * Subscribes to one stream: sends its visible past, `caught_up`, then live events. Waits while the stream is missing; ends with the
 * call. The caller has sent the confirmation.
 */
export async function subscribeToStream(
  call: Call,
  log: EventLog,
  stream: string,
  start: StreamSubscriptionStart,
  options: ResponseOptions,
): Promise<void> {
  const subscription = new StreamSubscription(call, log, stream, options);
  if (start === 'end') subscription.goLive();
  else await subscription.catchUpAfter(start);
}

class StreamSubscription {
  readonly #call: Call;
  readonly #log: EventLog;
  readonly #stream: string;
  readonly #options: ResponseOptions;
  readonly #sender: FrameSender;
  readonly #live: LiveDelivery;
  #isLive = false;
  /** The newest revision sent while catching up; live events up to it are skipped. */
  #sentUpTo = -1;
  /** The newest revision published while catching up. */
  #newest = -1;
  #tombstone: LogEvent | undefined;
  /** Resolves when the stream or its metadata changes, or the call ends. */
  #changed = Promise.withResolvers<void>();

  constructor(call: Call, log: EventLog, stream: string, options: ResponseOptions) {
    this.#call = call;
    this.#log = log;
    this.#stream = stream;
    this.#options = options;
    this.#sender = new FrameSender(call);
    this.#live = new LiveDelivery(call);
    const metastream = metastreamOf(stream);
    const unlisten = log.listen((events) =>
      call.guard(() => {
        for (const event of events) {
          if (event.stream === metastream) this.#changed.resolve();
          if (event.stream === stream) this.#onEvent(event);
        }
      }),
    );
    call.onClose(() => {
      unlisten();
      this.#changed.resolve();
    });
  }

  /** Sends `caught_up` and from now on every new event. A tombstone from before is not among them. */
  goLive(): void {
    this.#isLive = true;
    this.#call.write(encodeCaughtUp());
  }

  async catchUpAfter(revision: number): Promise<void> {
    this.#sentUpTo = revision;
    const visibility = await this.#waitForStream();
    if (this.#call.isOver) return;
    if (visibility.kind !== 'visible') {
      this.#call.fail(streamDeletedError(this.#stream));
      return;
    }
    await this.#sendPastThenGoLive(visibility);
  }

  #onEvent(event: LogEvent): void {
    const isTombstone = event.revision === TOMBSTONE_REVISION;
    if (!this.#isLive) {
      if (isTombstone) this.#tombstone = event;
      else this.#newest = Math.max(this.#newest, event.revision);
      this.#changed.resolve();
    } else if (isTombstone) {
      this.#sendTombstone(event);
    } else if (event.revision > this.#sentUpTo) {
      this.#live.send([toDelivery(this.#log, event, this.#options)]);
    }
  }

  #sendTombstone(event: LogEvent): void {
    this.#live.send([toDelivery(this.#log, event, this.#options), streamDeletedError(this.#stream)]);
  }

  async #waitForStream(): Promise<Visibility> {
    for (;;) {
      this.#changed = Promise.withResolvers<void>();
      const head = await this.#log.readHead(this.#stream);
      const visibility = getVisibility(this.#stream, head, Date.now() * 1000);
      if (visibility.kind !== 'notFound' || this.#call.isOver) return visibility;
      await this.#changed.promise;
    }
  }

  async #sendPastThenGoLive(visible: Extract<Visibility, { kind: 'visible' }>): Promise<void> {
    this.#newest = Math.max(this.#newest, visible.last);
    let next = Math.max(visible.first, this.#sentUpTo + 1);
    // No await separates the last check of this condition from going live, so no event is missed.
    while (next <= this.#newest) {
      const span = {
        from: next,
        to: this.#newest,
        createdFrom: visible.createdFrom,
        descending: false,
        limit: PAGE,
      };
      const page = await this.#log.readStream(this.#stream, span);
      for (const event of page) {
        await this.#sendPastEvent(event);
        if (this.#call.isOver) return;
      }
      next = (page.at(-1)?.revision ?? span.to) + 1;
      const wait = this.#sender.flush();
      if (wait) await wait;
      if (this.#call.isOver) return;
    }
    this.#sentUpTo = Math.max(this.#sentUpTo, this.#newest);
    this.goLive();
    if (this.#tombstone) this.#sendTombstone(this.#tombstone);
  }

  async #sendPastEvent(event: LogEvent): Promise<void> {
    const frame =
      this.#options.resolveLinks && isLink(event)
        ? encodeResolvedEvent(await resolveLink(this.#log, event), this.#options.uuids)
        : encodeEvent(event, this.#options.uuids);
    const wait = this.#sender.send(frame);
    if (wait) await wait;
  }
}
