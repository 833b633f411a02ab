import type { RawEntry, RawLog } from '#infra/event-store/raw-log.ts';
import { MigrationError } from './migration-error.ts';

/**
 * One log read event by event, without what belongs to the server itself: its system streams. Metadata of a stream (which cuts or
 * deletes it) and tombstones are not carried over, so meeting one throws MigrationError.
 */
export class LogCursor {
  readonly #batches: AsyncGenerator<readonly RawEntry[], void>;
  readonly #name: string;
  #batch: readonly RawEntry[] = [];
  #next = 0;

  /** `name` is what an error calls the log. */
  constructor(log: Pick<RawLog, 'read'>, name: string, after: bigint | null = null) {
    this.#batches = log.read(after);
    this.#name = name;
  }

  async next(): Promise<RawEntry | undefined> {
    for (;;) {
      const event = this.#batch[this.#next];
      if (event === undefined) {
        const { done, value } = await this.#batches.next();
        if (done) return undefined;
        this.#batch = value;
        this.#next = 0;
        continue;
      }
      this.#next += 1;
      const { streamId, type } = event;
      if (!streamId.startsWith('$') && !type.startsWith('$')) return event;
      if (!streamId.startsWith('$') || /^\$\$[^$]/.test(streamId)) throw this.#notCarried(event);
    }
  }

  /** Ends the read, unless it has come to its end. */
  async close(): Promise<void> {
    await this.#batches.return();
  }

  #notCarried({ streamId, type, position }: RawEntry): MigrationError {
    const stream = streamId.replace(/^\$\$/, '');
    return new MigrationError(
      `${this.#name}, at position ${position.commit}: the stream ${stream} was deleted, cut short or linked (${type}), which is not carried over. The product never does that; find out who did.`,
    );
  }
}
