import pg from 'pg';
import type { Logger } from '../logging/logger.ts';

type PoolOptions = {
  max?: number;
  applicationName?: string;
  /**
   * After so many milliseconds without an answer a query fails, and its connection with it; the server ends it too. 12 s when left
   * out: a connection that breaks without a sign would be waited for as long as the process lives. Null for what may take its time.
   */
  queryTimeoutMs?: number | null;
  /** Where an error of an idle connection is told (the server went away); the pool itself carries on. */
  onIdleError?: (error: Error) => void;
};

const CONNECT_WITHIN_MS = 5_000;
/** Longer than a request may take (services/api). */
const ANSWERS_WITHIN_MS = 12_000;

/**
 * A pool that asks for a connection for 5 s at most, and whose values arrive so:
 * - `int8` (and so `count(*)`): number; a query that meets one beyond 2^53 fails rather than round it.
 * - `numeric`: text. Positions of the event store have 64 bits and are kept as `numeric(20)`: read them with `BigInt(row.position)`,
 *   write them with `String(position)`.
 * - `date`: text `yyyy-MM-dd` (a class's date has no time zone); `timestamptz`: Date; `jsonb`: parsed.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { queryTimeoutMs = ANSWERS_WITHIN_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'tideline',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...(queryTimeoutMs === null ? {} : { query_timeout: queryTimeoutMs, statement_timeout: queryTimeoutMs }),
    types: { getTypeParser },
  });
  const tell =
    options.onIdleError ?? ((error) => console.error(`Postgres connection lost: ${error.message}`));
  // Without a listener Node would end the process.
  pool.on('error', tell);
  return pool;
}

/** For `onIdleError` of a process that keeps a log. */
export const tellLost = (logger: Logger) => (error: Error) =>
  logger.warn({ err: error }, 'An idle connection to Postgres was lost');

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === pg.types.builtins.INT8) return parseInt8;
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
  }
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The int8 ${text} does not fit a number; select it as text or keep it as numeric.`);
  }
  return value;
}
