import { createConnection } from './connection.ts';
import type { RawEntry } from './log-entry.ts';
import { RawAppender } from './raw-appender.ts';
import { readRawLog } from './read-log.ts';
import { readLogBatches } from './read-log-batches.ts';

export type { RawEntry } from './log-entry.ts';

const BATCH = 1_000;

/** The log as bytes, including system events: for copying it to another server. */
export interface RawLog {
  /** Reads everything after a position (exclusive; null = from the start) up to the end of the log, in batches. */
  read(after: bigint | null): AsyncGenerator<readonly RawEntry[], void>;
  /** Opens an appender that writes in the order of its calls; use one at a time. */
  appender(): Promise<RawAppender>;
  close(): Promise<void>;
}

export function openRawLog(connectionString: string): RawLog {
  const reads = createConnection(connectionString);
  const writes = createConnection(connectionString);
  return {
    read: (after) => readLogBatches<RawEntry>(reads, readRawLog, after, BATCH),
    appender: () => RawAppender.open(writes.client()),
    async close() {
      await reads.close();
      await writes.close();
    },
  };
}
