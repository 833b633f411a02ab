import type { Call } from '../grpc/call.ts';
import { GrpcError, Status } from '../grpc/status.ts';

/**
 * The most messages that may be queued, and their bytes. (A real server allows 32; more let a fast consumer survive a large append, in
 * bounded memory.)
 */
const MAX_QUEUED = 512;
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
const WRITE_BYTES = 16 * 1024;

/** A message that must be created before it is sent, because it resolves a link. */
interface LateMessage {
  /** What it keeps in memory. */
  readonly length: number;
  create(): Promise<Buffer>;
}

/** A message to send, or the error that ends the subscription. */
export type Delivery = Buffer | LateMessage | GrpcError;

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
    if (this.#queue.length > MAX_QUEUED || sumBytes(this.#queue) > MAX_QUEUED_BYTES) {
      this.#queue = [];
      this.#call.fail(
        new GrpcError(
          Status.aborted,
          'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
        ),
      );
      return;
    }
    if (!this.#isDraining) this.#drain().catch((error: unknown) => this.#call.fail(error));
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
      if (next && 'create' in next) this.#queue[0] = await next.create();
      this.#writeReady();
    }
    this.#isDraining = false;
  }
}

function sumBytes(queue: readonly Delivery[]): number {
  return queue.reduce((sum, delivery) => sum + ('length' in delivery ? delivery.length : 0), 0);
}
