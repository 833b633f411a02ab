import type { Call } from '../grpc/call.ts';
import { GrpcError, Status } from '../grpc/status.ts';

/**
 * So many messages may wait behind those that the connection has taken. (A real server keeps 32; a few more let a
 * quick consumer survive a large append, and the memory stays bounded all the same.)
 */
const MAX_WAITING = 512;
const WRITE_SIZE = 16 * 1024;

/** A message to send, one that is still being made (a link being followed), or the error that ends the subscription. */
export type Delivery = Buffer | (() => Promise<Buffer>) | GrpcError;

/** Sends live messages in order; a client that takes them too slowly loses its subscription, and nobody waits for it. */
export class LiveDelivery {
  readonly #call: Call;
  #waiting: Delivery[] = [];
  #pumping = false;

  constructor(call: Call) {
    this.#call = call;
  }

  send(deliveries: readonly Delivery[]): void {
    if (this.#call.isOver) return;
    for (const delivery of deliveries) this.#waiting.push(delivery);
    if (!this.#pumping) this.#writeReady();
    if (this.#call.isOver || this.#waiting.length === 0) return;
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting = [];
      this.#call.fail(
        new GrpcError(
          Status.aborted,
          'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
        ),
      );
      return;
    }
    if (!this.#pumping) void this.#pump();
  }

  /** Writes what is there until the connection has enough, or something has to be waited for. */
  #writeReady(): void {
    let at = 0;
    while (!this.#call.isCongested && !this.#call.isOver) {
      const frames: Buffer[] = [];
      let size = 0;
      for (
        let next = this.#waiting[at];
        Buffer.isBuffer(next) && size < WRITE_SIZE;
        next = this.#waiting[++at]
      ) {
        frames.push(next);
        size += next.length;
      }
      if (frames.length > 0) this.#call.write(Buffer.concat(frames, size));
      const next = this.#waiting[at];
      if (next instanceof GrpcError) this.#call.fail(next);
      else if (!Buffer.isBuffer(next)) break;
    }
    this.#waiting = at === this.#waiting.length ? [] : this.#waiting.slice(at);
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    while (this.#waiting.length > 0 && !this.#call.isOver) {
      await this.#call.waitUntilDrained();
      const [next] = this.#waiting;
      if (typeof next === 'function') {
        try {
          this.#waiting[0] = await next();
        } catch (error) {
          this.#call.fail(error);
          return;
        }
      }
      this.#writeReady();
    }
    this.#pumping = false;
  }
}
