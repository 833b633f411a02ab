import type { EventStoreDBClient } from '@eventstore/db-client';
import { AppendCall, type RawEvent } from './append-call.ts';

/**
 * Appends bytes unchanged. The server writes pipelined appends in the order they were sent. After the first failure nothing more
 * is sent.
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
   * Appends all events or none at the exact revision (null: the stream is new). Events that are stored at these places already
   * are not written again. @throws VersionConflict, and db-client's errors for a lost connection
   */
  async append(stream: string, after: bigint | null, events: readonly RawEvent[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#call.append(stream, after ?? 'no_stream', events);
    } catch (error) {
      this.#failure ??= error;
      this.#call.cancel();
      throw this.#failure;
    }
  }

  close(): void {
    this.#failure ??= new Error('Closed');
    this.#call.cancel();
  }
}
