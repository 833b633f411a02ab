import { type EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import { AppendCall, type RawEvent } from './append-call.ts';
import { VersionConflict } from './types.ts';

/**
 * Appends bytes as they are. Appends may be asked for before those in front of them are answered: the server writes them in
 * the order they were sent. After the first failure nothing more is sent.
 */
export class RawAppender {
  readonly #call: AppendCall;
  #failure: unknown;

  private constructor(call: AppendCall) {
    this.#call = call;
  }

  static async open(client: EventStoreDBClient): Promise<RawAppender> {
    return new RawAppender(await AppendCall.open(client));
  }

  /**
   * Appends all events or none at the exact revision (null: the stream is new). Events that are there already in just these
   * places are not written again. @throws VersionConflict, and what db-client says of a lost connection
   */
  async append(stream: string, after: bigint | null, events: readonly RawEvent[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#call.append(stream, after ?? 'no_stream', events);
    } catch (error) {
      this.#failure ??= error instanceof WrongExpectedVersionError ? new VersionConflict(stream) : error;
      this.#call.cancel();
      throw this.#failure;
    }
  }

  close(): void {
    this.#failure ??= new Error('Closed');
    this.#call.cancel();
  }
}
