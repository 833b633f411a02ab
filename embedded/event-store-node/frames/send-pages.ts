import type { Call } from '../grpc/call.ts';
import type { LogEvent } from '../log/log-event.ts';

const WRITE_SIZE = 32 * 1024;

/** Messages are gathered, so that many small ones leave in one write; waits while the client is behind. */
export class FrameSender {
  readonly #call: Call;
  #frames: Buffer[] = [];
  #size = 0;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Answers a promise only when the client has to be waited for. */
  send(frame: Buffer): Promise<void> | undefined {
    this.#frames.push(frame);
    this.#size += frame.length;
    return this.#size < WRITE_SIZE ? undefined : this.flush();
  }

  flush(): Promise<void> | undefined {
    const [first, ...more] = this.#frames;
    if (!first) return undefined;
    this.#call.write(more.length === 0 ? first : Buffer.concat(this.#frames, this.#size));
    this.#frames = [];
    this.#size = 0;
    return this.#call.congested ? this.#call.drained() : undefined;
  }
}

/** Sends page after page until an empty one; each is fetched while the one before it is sent. */
export async function sendPages(
  call: Call,
  pages: () => LogEvent[] | Promise<LogEvent[]>,
  send: (event: LogEvent, sender: FrameSender) => Promise<void> | undefined,
): Promise<void> {
  const sender = new FrameSender(call);
  let next = pages();
  for (;;) {
    const page = await next;
    if (page.length === 0 || call.over) break;
    next = pages();
    // It is awaited in the next round; until then a failure must not count as unhandled.
    if (next instanceof Promise) next.catch(() => {});
    for (const event of page) {
      const wait = send(event, sender);
      if (wait) await wait;
      if (call.over) return;
    }
  }
  const wait = sender.flush();
  if (wait) await wait;
}
