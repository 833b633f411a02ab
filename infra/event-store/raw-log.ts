import { createConnection } from './connection.ts';
import type { RawEntry } from './log-entry.ts';
import { logNews } from './log-news.ts';
import { RawAppender } from './raw-appender.ts';
import { readRawLog } from './read-log.ts';

export type { RawEntry } from './log-entry.ts';

const BATCH = 1_000;

/** A log as bytes, whatever is in it: for carrying it from one server to another. */
export interface RawLog {
  /** Everything after a position (exclusive; null = from the start) up to the log's end, system events too, in batches. */
  read(after: bigint | null): AsyncGenerator<readonly RawEntry[], void>;
  /** Appends that are written in the order in which they are asked for; one at a time. */
  appender(): Promise<RawAppender>;
  close(): Promise<void>;
}

export function openRawLog(connectionString: string): RawLog {
  const reads = createConnection(connectionString);
  const writes = createConnection(connectionString);
  return {
    read: (after) => logNews<RawEntry>(reads, readRawLog, after, BATCH),
    appender: () => RawAppender.open(writes.client()),
    async close() {
      await reads.close();
      await writes.close();
    },
  };
}
