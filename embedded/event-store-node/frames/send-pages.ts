import type { Call } from '../grpc/call.ts';
import type { LogEvent } from '../log/log-event.ts';

const WRITE_BYTES = 32 * 1024;

/** Collects messages, so that many small ones are sent in one write; waits while the call is congested. */
export class FrameSender {
  readonly #call: Call;
  #frames: Buffer[] = [];
  #size = 0;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Returns a promise only when the caller must wait for the client. */
  send(frame: Buffer): Promise<void> | undefined {
    this.#frames.push(frame);
    this.#size += frame.length;
    return this.#size < WRITE_BYTES ? undefined : this.flush();
  }

  flush(): Promise<void> | undefined {
    const [first, ...more] = this.#frames;
    if (!first) return undefined;
    this.#call.write(more.length === 0 ? first : Buffer.concat(this.#frames, this.#size));
    this.#frames = [];
    this.#size = 0;
    return this.#call.isCongested ? this.#call.waitUntilDrained() : undefined;
  }
}

/** Sends pages until an empty one. Each page is read while the one before it is sent. */
export async function sendPages(
  call: Call,
  pages: () => LogEvent[] | Promise<LogEvent[]>,
  send: (event: LogEvent, sender: FrameSender) => Promise<void> | undefined,
): Promise<void> {
  const sender = new FrameSender(call);
  let next = pages();
  for (;;) {
    const page = await next;
    if (page.length === 0 || call.isOver) break;
    next = pages();
    // The next round awaits it; until then a rejection must not count as unhandled.
    if (next instanceof Promise) next.catch(() => {});
    for (const event of page) {
      const wait = send(event, sender);
      if (wait) await wait;
      if (call.isOver) return;
    }
  }
  const wait = sender.flush();
  if (wait) await wait;
}
