import type { RawEntry, RawLog } from '#infra/event-store/raw-log.ts';
import { MigrationError } from './migration-error.ts';

/**
 * Reads a log event by event, without the server's system streams. Throws MigrationError at metadata of a stream (which truncates
 * or deletes it) and at tombstones, since they are not copied.
 */
export class LogCursor {
  readonly #batches: AsyncGenerator<readonly RawEntry[], void>;
  readonly #name: string;
  #batch: readonly RawEntry[] = [];
  #next = 0;

  /** `name` describes the log in errors. */
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
      if (!streamId.startsWith('$') || /^\$\$[^$]/.test(streamId)) throw this.#createNotCopiedError(event);
    }
  }

  /** Cancels the read unless it has ended. */
  async close(): Promise<void> {
    await this.#batches.return();
  }

  #createNotCopiedError({ streamId, type, position }: RawEntry): MigrationError {
    const stream = streamId.replace(/^\$\$/, '');
    return new MigrationError(
      `${this.#name}, at position ${position.commit}: the stream ${stream} was deleted, cut short or linked (${type}), which cannot be copied. The product never does that; find out which client did.`,
    );
  }
}
