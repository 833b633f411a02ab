import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../definition/projection.ts';

/** The reads of the event store over a list in memory, so that a test controls when events arrive. */
export class FakeEventStore implements EventStore<StudioEvent> {
  readonly #log: StudioRecord[] = [];
  readonly #arrivals = new Set<() => void>();

  add(...events: readonly StudioRecord[]): void {
    for (const event of events) this.#log.push(event);
    for (const arrival of this.#arrivals) arrival();
  }

  get end(): bigint {
    return this.#log.at(-1)?.position ?? 0n;
  }

  append(): never {
    throw new Error('The fake store is filled by add()');
  }

  readStream(): never {
    throw new Error('The fake store has no streams');
  }

  async *readAll(position: bigint | null, batchSize = 1_000) {
    let index = this.#after(position);
    while (index < this.#log.length) {
      const events = this.#log.slice(index, index + batchSize);
      // The log may grow while the consumer handles these.
      index += events.length;
      yield events;
    }
  }

  subscribe(...[request]: Parameters<EventStore<StudioEvent>['subscribe']>): { stop(): Promise<void> } {
    let isStopped = false;
    let arrived = Promise.withResolvers<void>();
    const arrival = () => arrived.resolve();
    this.#arrivals.add(arrival);
    const follow = async () => {
      let index = this.#after(await request.position());
      while (!isStopped) {
        arrived = Promise.withResolvers<void>();
        const batch = this.#log.slice(index, index + (request.maxBatch ?? 1_000));
        if (batch.length > 0) await request.onBatch(batch);
        index += batch.length;
        if (index < this.#log.length || isStopped) continue;
        request.onCaughtUp?.();
        await arrived.promise;
      }
    };
    const done = (async () => {
      // Like the real one, subscribes again from the position that the handler returns.
      while (!isStopped) await follow().catch(() => new Promise((resolve) => setTimeout(resolve, 10)));
    })();
    return {
      stop: async () => {
        isStopped = true;
        arrived.resolve();
        this.#arrivals.delete(arrival);
        await done;
      },
    };
  }

  async close(): Promise<void> {}

  #after(position: bigint | null): number {
    if (position === null) return 0;
    const found = this.#log.findIndex((event) => event.position > position);
    return found === -1 ? this.#log.length : found;
  }
}
