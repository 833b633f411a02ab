import { AppendCall, type RawEvent } from './append-call.ts';
import { type Connection, isLostConnection } from './connection.ts';
import type { Appended, ExpectedRevision } from './types.ts';

/** Each sends one append in a turn of the event loop; while many people look at once a turn takes some 10 ms. */
const lanesOpen = 8;

interface Lane {
  readonly client: ReturnType<Connection['client']>;
  readonly opening: Promise<AppendCall>;
  /** Once it is open. */
  call: AppendCall | null;
}

/** Several calls side by side on one connection, by which appends go in turn; one that has ended is opened anew. */
export class AppendLanes {
  readonly #connection: Connection;
  readonly #lanes: (Lane | undefined)[] = [];
  #turn = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws as `AppendCall.append`, and when no node can be found */
  async append(stream: string, expected: ExpectedRevision, events: readonly RawEvent[]): Promise<Appended> {
    this.#turn = (this.#turn + 1) % lanesOpen;
    const { client, opening } = this.#lane(this.#turn);
    try {
      const call = await opening;
      return await call.append(stream, expected, events);
    } catch (error) {
      // Only then: others may still wait for answers on a connection that lives.
      if (isLostConnection(error)) this.#connection.replace(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const lane of this.#lanes) lane?.call?.cancel();
    await this.#connection.close();
  }

  #lane(index: number): Lane {
    const known = this.#lanes[index];
    const client = this.#connection.client();
    if (known !== undefined && known.client === client && known.call?.isOver !== true) return known;
    // What waits on the connection before this one may still be answered.
    known?.call?.finish();
    const lane: Lane = { client, opening: AppendCall.open(client), call: null };
    this.#lanes[index] = lane;
    lane.opening.then(
      (call) => {
        lane.call = call;
      },
      () => {
        if (this.#lanes[index] === lane) this.#lanes[index] = undefined;
      },
    );
    return lane;
  }
}
