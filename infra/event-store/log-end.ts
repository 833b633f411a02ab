import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import { createConnection } from './connection.ts';

const MAX_COUNTED = 500;
/** The last events are seldom all the store's own, and callers poll: a few are read first. */
const TAIL_COUNTS = [4, MAX_COUNTED];

/** The events after a position. */
export interface Backlog {
  /** 500 stands for that many or more. */
  readonly events: number;
  /** When the first of them was written, by the event store's clock; null when there is none. */
  readonly oldestAt: Date | null;
}

/** Reads where the log ends. */
export interface LogEnd {
  /** The position of the newest event that is not the store's own; null while there is none. */
  position(): Promise<bigint | null>;
  /** How much of the log is after a position; null is before its start. */
  backlog(position: bigint | null): Promise<Backlog>;
  close(): Promise<void>;
}

export function createLogEnd(connectionString: string): LogEnd {
  const connection = createConnection(connectionString);

  async function readNewest(maxCount: number): Promise<bigint | null> {
    const read = connection.client().readAll({ direction: BACKWARDS, fromPosition: END, maxCount });
    let newest: bigint | null = null;
    // Read to the end: leaving early can make a later dispose hang.
    for await (const { event } of read) {
      if (newest === null && event !== undefined && !event.type.startsWith('$'))
        newest = event.position.commit;
    }
    return newest;
  }

  return {
    async position() {
      for (const maxCount of TAIL_COUNTS) {
        const newest = await readNewest(maxCount);
        if (newest !== null) return newest;
      }
      return null;
    },
    async backlog(position) {
      const fromPosition = position === null ? START : { commit: position, prepare: position };
      // One more, because the event at the position itself is read again.
      const maxCount = MAX_COUNTED + 1;
      const read = connection.client().readAll({ direction: FORWARDS, fromPosition, maxCount });
      let events = 0;
      let oldestAt: Date | null = null;
      for await (const { event } of read) {
        if (event === undefined || event.type.startsWith('$')) continue;
        if (position !== null && event.position.commit <= position) continue;
        events += 1;
        oldestAt ??= event.created;
      }
      return { events: Math.min(events, MAX_COUNTED), oldestAt };
    },
    close: () => connection.close(),
  };
}
