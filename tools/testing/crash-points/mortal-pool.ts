import type { Pool, PoolClient } from 'pg';
import { currentProcess, type MortalProcess } from './mortal-process.ts';

/** What a statement writes to, as `update sessions, insert keyed_ids`; empty for one that only reads. */
export function tablesWritten(sql: string): string[] {
  const written = /(?<!\b(?:FOR|DO)\s+)\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([a-z_."]+)/gi;
  return [...sql.matchAll(written)].map(
    ([, verb = '', table]) => `${verb.toLowerCase().split(/\s/)[0]} ${table}`,
  );
}

function sqlOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const isConfig = typeof query === 'object' && query !== null && 'text' in query;
  return isConfig && typeof query.text === 'string' ? query.text : '';
}

type Query = (...args: unknown[]) => Promise<unknown>;

const queryOf =
  (target: Pool | PoolClient): Query =>
  async (...args) =>
    Reflect.apply(target.query, target, args);

/** One statement by itself: an effect when it writes. */
function ask(process: MortalProcess | undefined, query: Query, args: unknown[]): Promise<unknown> {
  // Numbers are taken in blocks that several requests may wait for: they belong to no one process.
  if (process === undefined || /^\s*SELECT nextval\(/i.test(sqlOf(args[0]))) return query(...args);
  const written = tablesWritten(sqlOf(args[0]));
  const perform = () => query(...args);
  return written.length === 0 ? process.read(perform) : process.effect(written.join(', '), perform);
}

/** A transaction is one effect, at its commit: until then nobody sees it, and Postgres undoes it when the process dies. */
function mortalClient(client: PoolClient, process: MortalProcess): PoolClient {
  const query = queryOf(client);
  let written: string[] | null = null;
  const asked = async (...args: unknown[]): Promise<unknown> => {
    const sql = sqlOf(args[0]).trim();
    if (/^BEGIN\b/i.test(sql)) {
      written = [];
      return process.read(() => query(...args));
    }
    if (written === null) return ask(process, query, args);
    if (/^(COMMIT|ROLLBACK)\b/i.test(sql)) {
      const tables = /^COMMIT/i.test(sql) ? written : [];
      const perform = async () => {
        const answer = await query(...args);
        written = null;
        return answer;
      };
      return tables.length === 0 ? process.read(perform) : process.effect(tables.join(', '), perform);
    }
    written.push(...tablesWritten(sql));
    return process.read(() => query(...args));
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return asked;
      // A connection in the midst of something is cut off, as it is when its process is killed.
      if (key === 'release')
        return (error?: Error | boolean) => target.release(written === null ? error : true);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The pool as a process has it, the current one unless another is meant: writing is an effect, and the dead get nothing of it. */
export function mortalPool(pool: Pool, processOf = currentProcess): Pool {
  const query = queryOf(pool);
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'query') return (...args: unknown[]) => ask(processOf(), query, args);
      if (key === 'connect') {
        return async () => {
          const process = processOf();
          if (process === undefined) return target.connect();
          return mortalClient(await process.read(() => target.connect()), process);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
