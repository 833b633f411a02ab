import { BACKWARDS, END } from '@eventstore/db-client';
import { createConnection } from './connection.ts';

const looksAt = 500;

/** Tells where the log ends now: the position of the newest event that is not the store's own, null while there is none. */
export interface LogEnd {
  position(): Promise<bigint | null>;
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
    close: () => connection.close(),
  };
}
