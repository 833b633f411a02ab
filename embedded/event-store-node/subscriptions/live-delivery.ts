import type { Call } from '../grpc/call.ts';
import { GrpcError, Status } from '../grpc/status.ts';

/**
 * The most messages that may be queued. (A real server allows 32; more let a fast consumer survive a large append, in bounded
 * memory.)
 */
const MAX_QUEUED = 512;
const WRITE_BYTES = 16 * 1024;

/** A message to send, a function that creates it (by resolving a link), or the error that ends the subscription. */
export type Delivery = Buffer | (() => Promise<Buffer>) | GrpcError;

/** Sends live messages in order. Ends the subscription of a client that reads too slowly, so that it delays no other. */
export class LiveDelivery {
  readonly #call: Call;
  #queue: Delivery[] = [];
  #isDraining = false;

  constructor(call: Call) {
    this.#call = call;
  }

  send(deliveries: readonly Delivery[]): void {
    if (this.#call.isOver) return;
    for (const delivery of deliveries) this.#queue.push(delivery);
    if (!this.#isDraining) this.#writeReady();
    if (this.#call.isOver || this.#queue.length === 0) return;
    if (this.#queue.length > MAX_QUEUED) {
      this.#queue = [];
      this.#call.fail(
        new GrpcError(
          Status.aborted,
          'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
        ),
      );
      return;
    }
    if (!this.#isDraining) void this.#drain();
  }

  /** Writes queued messages until the call is congested, or the next message must be awaited. */
  #writeReady(): void {
    let at = 0;
    while (!this.#call.isCongested && !this.#call.isOver) {
      const frames: Buffer[] = [];
      let size = 0;
      for (
        let next = this.#queue[at];
        Buffer.isBuffer(next) && size < WRITE_BYTES;
        next = this.#queue[++at]
      ) {
        frames.push(next);
        size += next.length;
      }
      if (frames.length > 0) this.#call.write(Buffer.concat(frames, size));
      const next = this.#queue[at];
      if (next instanceof GrpcError) this.#call.fail(next);
      else if (!Buffer.isBuffer(next)) break;
    }
    this.#queue = at === this.#queue.length ? [] : this.#queue.slice(at);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#queue.length > 0 && !this.#call.isOver) {
      await this.#call.waitUntilDrained();
      const [next] = this.#queue;
      if (typeof next === 'function') {
        try {
          this.#queue[0] = await next();
        } catch (error) {
          this.#call.fail(error);
          return;
        }
      }
      this.#writeReady();
    }
    this.#isDraining = false;
  }
}
