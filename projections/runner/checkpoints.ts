import type pg from 'pg';
import { CONTROL_CHANNEL } from '../definition/progress.ts';
import type { Projection } from '../definition/projection.ts';
import { createIndexes, createTables, formatCommentPrefix, formatTableComment } from './ddl.ts';

export type Queryable = Pick<pg.Client, 'query'>;

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly position: bigint | null;
  readonly isStopped: boolean;
}

/** Reads all checkpoints, by the projection's name. */
export async function readCheckpoints(client: Queryable): Promise<Map<string, Checkpoint>> {
  const { rows } = await client.query<{
    name: string;
    version: number;
    position: string | null;
    status: string;
  }>(`SELECT name, version, position::text, status FROM public.projection_checkpoints`);
  return new Map(
    rows.map(({ name, version, position, status }) => [
      name,
      {
        name,
        version,
        position: position === null ? null : BigInt(position),
        isStopped: status === 'stopped',
      },
    ]),
  );
}

/** Reads the comments of all tables in `public` that belong to projections. */
async function readTableComments(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; comment: string }>(
    `SELECT c.relname AS table, d.description AS comment
     FROM pg_class c JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0
       AND d.classoid = 'pg_class'::regclass
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND d.description LIKE 'projection %'`,
  );
  return new Map(rows.map((row) => [row.table, row.comment]));
}

/** Reads the tables in `public` that a projection owns, sorted; the current code may declare others. */
export async function readOwnedTables(client: Queryable, projection: Projection): Promise<string[]> {
  const comments = await readTableComments(client);
  return [...comments]
    .filter(([, comment]) => comment.startsWith(formatCommentPrefix(projection)))
    .map(([table]) => table)
    .sort();
}

/** `absent`: never run. `outdated`: must be rebuilt. `newer`: owned by a later release. */
type ProjectionStatus = 'absent' | 'current' | 'outdated' | 'newer';

/** Compares the checkpoints and tables in the database with the code. */
export async function readProjectionStatuses(
  client: Queryable,
  projections: readonly Projection[],
): Promise<Map<Projection, ProjectionStatus>> {
  const checkpoints = await readCheckpoints(client);
  const comments = await readTableComments(client);
  const getStatus = (projection: Projection): ProjectionStatus => {
    const checkpoint = checkpoints.get(projection.name);
    if (checkpoint === undefined) return 'absent';
    if (checkpoint.version > projection.version) return 'newer';
    const isAsDeclared = projection.tables.every(
      (table) => comments.get(table.name) === formatTableComment(projection, table),
    );
    return checkpoint.version === projection.version && isAsDeclared ? 'current' : 'outdated';
  };
  return new Map(projections.map((projection) => [projection, getStatus(projection)]));
}

/**
 * Creates absent tables, restarts stopped projections, and marks outdated ones as stopped, because their tables get no events until the
 * rebuild replaces them. Only the active runner calls this, at its start. Returns the names of those that a later release owns.
 */
export async function prepareTables(
  client: Queryable,
  projections: readonly Projection[],
): Promise<string[]> {
  await client.query('BEGIN; SELECT 1 FROM public.projection_checkpoints FOR UPDATE');
  // The lock on the checkpoints keeps a build from switching between this read and the writes.
  const found = await readProjectionStatuses(client, projections);
  for (const [projection, status] of found) {
    if (status === 'absent') {
      for (const table of await readOwnedTables(client, projection)) {
        await client.query(`DROP TABLE public."${table}"`);
      }
      await client.query(
        `${createTables(projection, 'public')}; ${createIndexes(projection, 'public')};
         INSERT INTO public.projection_checkpoints (name, version)
         VALUES ('${projection.name}', ${projection.version})`,
      );
    } else if (status === 'current') {
      await client.query(
        `UPDATE public.projection_checkpoints SET status = 'live', error = NULL, updated_at = now()
         WHERE name = $1 AND status = 'stopped'`,
        [projection.name],
      );
    } else if (status === 'outdated') {
      await stopCheckpoint(client, projection.name, {
        reason: `version ${projection.version} is being built`,
      });
    }
  }
  await notifyControl(client);
  await client.query('COMMIT');
  return [...found].filter(([, status]) => status === 'newer').map(([{ name }]) => name);
}

/** Marks a projection as stopped and notifies the other processes. */
export async function stopCheckpoint(client: Queryable, name: string, error: object): Promise<void> {
  await client.query(
    `UPDATE public.projection_checkpoints SET status = 'stopped', error = $2::jsonb, updated_at = now() WHERE name = $1`,
    [name, JSON.stringify(error)],
  );
  await notifyControl(client);
}

/** Makes the runner and the waiters read the checkpoints again. */
async function notifyControl(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_notify('${CONTROL_CHANNEL}', '')`);
}
