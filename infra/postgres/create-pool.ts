import pg from 'pg';
import type { Logger } from '../logging/logger.ts';

type PoolOptions = {
  max?: number;
  applicationName?: string;
  /**
   * A query without an answer fails after this time, with its connection, and the server cancels it too. Default 12 s, because a
   * connection may break without a sign. Null for long-running queries.
   */
  queryTimeoutMs?: number | null;
  /** Called when an idle connection is lost; the pool continues. */
  onIdleError?: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the deadline of a request (services/api). */
const QUERY_TIMEOUT_MS = 12_000;

/**
 * Creates a pool that waits at most 5 s for a connection and parses values as follows:
 * - `int8` (and so `count(*)`): number; a query with a value beyond 2^53 fails instead of rounding.
 * - `numeric`: text. Positions of the event store have 64 bits and are stored as `numeric(20)`: read them with
 *   `BigInt(row.position)` and write them with `String(position)`.
 * - `date`: text `yyyy-MM-dd` (a class's date has no time zone); `timestamptz`: Date; `jsonb`: parsed.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'tideline',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(queryTimeoutMs === null ? {} : { query_timeout: queryTimeoutMs, statement_timeout: queryTimeoutMs }),
    types: { getTypeParser },
  });
  const onIdleError =
    options.onIdleError ?? ((error) => console.error(`Postgres connection lost: ${error.message}`));
  // An error event without a listener ends the process.
  pool.on('error', onIdleError);
  return pool;
}

/** An `onIdleError` that logs a warning. */
export const logLostConnection = (logger: Logger) => (error: Error) =>
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
    throw new RangeError(`The int8 ${text} does not fit a number; select it as text or store it as numeric.`);
  }
  return value;
}
