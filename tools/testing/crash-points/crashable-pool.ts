import type { Pool, PoolClient } from 'pg';
import { type CrashableProcess, currentProcess } from './crashable-process.ts';

/** Returns the writes of a statement, as `update sessions`, `insert keyed_ids`; empty for one that only reads. */
export function listWrites(sql: string): string[] {
  const writes = /(?<!\b(?:FOR|DO)\s+)\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([a-z_."]+)/gi;
  return [...sql.matchAll(writes)].map(
    ([, verb = '', table]) => `${verb.toLowerCase().split(/\s/)[0]} ${table}`,
  );
}

function getSql(query: unknown): string {
  if (typeof query === 'string') return query;
  const isConfig = typeof query === 'object' && query !== null && 'text' in query;
  return isConfig && typeof query.text === 'string' ? query.text : '';
}

type Query = (...args: unknown[]) => Promise<unknown>;

const bindQuery =
  (target: Pool | PoolClient): Query =>
  async (...args) =>
    Reflect.apply(target.query, target, args);

/** Runs a statement outside of a transaction. It is an effect when it writes. */
function runStatement(
  process: CrashableProcess | undefined,
  query: Query,
  args: unknown[],
): Promise<unknown> {
  // Ids are reserved in blocks that concurrent requests share, so no process owns the statement.
  if (process === undefined || /^\s*SELECT nextval\(/i.test(getSql(args[0]))) return query(...args);
  // The use of a session is stored about once a minute, whatever the request does.
  if (/^\s*UPDATE sessions SET last_used_at/i.test(getSql(args[0])))
    return process.read(() => query(...args));
  const writes = listWrites(getSql(args[0]));
  const perform = () => query(...args);
  return writes.length === 0 ? process.read(perform) : process.effect(writes.join(', '), perform);
}

/** A transaction is one effect, at its commit. Postgres rolls it back when the process crashes before. */
function wrapClient(client: PoolClient, process: CrashableProcess): PoolClient {
  const query = bindQuery(client);
  let writes: string[] | null = null;
  const runInTransaction = async (...args: unknown[]): Promise<unknown> => {
    const sql = getSql(args[0]).trim();
    if (/^BEGIN\b/i.test(sql)) {
      writes = [];
      return process.read(() => query(...args));
    }
    if (writes === null) return runStatement(process, query, args);
    if (/^(COMMIT|ROLLBACK)\b/i.test(sql)) {
      const tables = /^COMMIT/i.test(sql) ? writes : [];
      const perform = async () => {
        const answer = await query(...args);
        writes = null;
        return answer;
      };
      return tables.length === 0 ? process.read(perform) : process.effect(tables.join(', '), perform);
    }
    writes.push(...listWrites(sql));
    return process.read(() => query(...args));
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return runInTransaction;
      // A connection inside a transaction is destroyed, as when its process is killed.
      if (key === 'release')
        return (error?: Error | boolean) => target.release(writes === null ? error : true);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Wraps a pool for crashable processes: a write is an effect, and a crashed process gets no answer. */
export function crashablePool(pool: Pool, processOf = currentProcess): Pool {
  const query = bindQuery(pool);
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'query') return (...args: unknown[]) => runStatement(processOf(), query, args);
      if (key === 'connect') {
        return async () => {
          const process = processOf();
          if (process === undefined) return target.connect();
          return wrapClient(await process.read(() => target.connect()), process);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
