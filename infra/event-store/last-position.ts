import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import { createConnection } from './connection.ts';

const looksAt = 500;

/** What comes after a position. */
export interface Behind {
  /** 500 stands for that many or more. */
  readonly events: number;
  /** When the first of them was written, by the event store's clock; null when there is none. */
  readonly oldestAt: Date | null;
}

/** Tells where the log ends now: the position of the newest event that is not the store's own, null while there is none. */
export interface LogEnd {
  position(): Promise<bigint | null>;
  /** How much of the log is after that position; null is before its start. */
  behind(position: bigint | null): Promise<Behind>;
  close(): Promise<void>;
}

export function createLogEnd(connectionString: string): LogEnd {
  const connection = createConnection(connectionString);
  return {
    async position() {
      const read = connection
        .client()
        .readAll({ direction: BACKWARDS, fromPosition: END, maxCount: looksAt });
      let newest: bigint | null = null;
      // Read to the end: leaving early can make a later dispose wait for ever.
      for await (const { event } of read) {
        if (newest === null && event !== undefined && !event.type.startsWith('$'))
          newest = event.position.commit;
      }
      return newest;
    },
    async behind(position) {
      const fromPosition = position === null ? START : { commit: position, prepare: position };
      // The event at the position comes again.
      const read = connection.client().readAll({ direction: FORWARDS, fromPosition, maxCount: looksAt + 1 });
      let events = 0;
      let oldestAt: Date | null = null;
      for await (const { event } of read) {
        if (event === undefined || event.type.startsWith('$')) continue;
        if (position !== null && event.position.commit <= position) continue;
        events += 1;
        oldestAt ??= event.created;
      }
      return { events: Math.min(events, looksAt), oldestAt };
    },
    close: () => connection.close(),
  };
}
