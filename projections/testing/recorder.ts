import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '../definition/projection.ts';

/** Turns events into records as the store returns them: revisions by stream, increasing positions. */
export class Recorder {
  #position: bigint;
  readonly #revisions = new Map<string, bigint>();

  constructor(after = 0n) {
    this.#position = after;
  }

  record(stream: string, event: StudioEvent): StudioRecord {
    const revision = (this.#revisions.get(stream) ?? -1n) + 1n;
    this.#revisions.set(stream, revision);
    this.#position += 7n;
    return {
      ...event,
      id: `event-${this.#position}`,
      stream,
      revision,
      position: this.#position,
      metadata: { commandId: 'test', actor: { kind: 'system', name: 'test' } },
    };
  }
}
