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

/** Every checkpoint there is, by the projection's name. */
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

/** The comments of all tables in a schema that belong to projections. */
async function tableComments(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; comment: string }>(
    `SELECT c.relname AS table, d.description AS comment
     FROM pg_class c JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0
       AND d.classoid = 'pg_class'::regclass
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND d.description LIKE 'projection %'`,
  );
  return new Map(rows.map((row) => [row.table, row.comment]));
}

/** The tables in `public` that a projection owns now, whatever its code names today, in a settled order. */
export async function ownedTables(client: Queryable, projection: Projection): Promise<string[]> {
  const comments = await tableComments(client);
  return [...comments]
    .filter(([, comment]) => comment.startsWith(formatCommentPrefix(projection)))
    .map(([table]) => table)
    .sort();
}

/** `absent`: never run. `outdated`: to be built anew. `newer`: a later release owns it. */
type ProjectionStatus = 'absent' | 'current' | 'outdated' | 'newer';

/** How what is in the database stands to the code. */
export async function readProjectionStatuses(
  client: Queryable,
  projections: readonly Projection[],
): Promise<Map<Projection, ProjectionStatus>> {
  const checkpoints = await readCheckpoints(client);
  const comments = await tableComments(client);
  const standing = (projection: Projection): ProjectionStatus => {
    const checkpoint = checkpoints.get(projection.name);
    if (checkpoint === undefined) return 'absent';
    if (checkpoint.version > projection.version) return 'newer';
    const asDeclared = projection.tables.every(
      (table) => comments.get(table.name) === formatTableComment(projection, table),
    );
    return checkpoint.version === projection.version && asDeclared ? 'current' : 'outdated';
  };
  return new Map(projections.map((projection) => [projection, standing(projection)]));
}

/**
 * Makes what is absent, gives stopped projections another try, and marks the outdated as stopped, since nothing feeds
 * their tables until the new ones take their place. For the one active runner, at its start. Answers the names of those
 * that a later release has taken over.
 */
export async function prepareTables(
  client: Queryable,
  projections: readonly Projection[],
): Promise<string[]> {
  await client.query('BEGIN; SELECT 1 FROM public.projection_checkpoints FOR UPDATE');
  // With the checkpoints locked no build can switch between the look and the deed.
  const found = await readProjectionStatuses(client, projections);
  for (const [projection, standing] of found) {
    if (standing === 'absent') {
      for (const table of await ownedTables(client, projection)) {
        await client.query(`DROP TABLE public."${table}"`);
      }
      await client.query(
        `${createTables(projection, 'public')}; ${createIndexes(projection, 'public')};
         INSERT INTO public.projection_checkpoints (name, version)
         VALUES ('${projection.name}', ${projection.version})`,
      );
    } else if (standing === 'current') {
      await client.query(
        `UPDATE public.projection_checkpoints SET status = 'live', error = NULL, updated_at = now()
         WHERE name = $1 AND status = 'stopped'`,
        [projection.name],
      );
    } else if (standing === 'outdated') {
      await stopCheckpoint(client, projection.name, {
        reason: `version ${projection.version} is being built`,
      });
    }
  }
  await notifyControl(client);
  await client.query('COMMIT');
  return [...found].filter(([, standing]) => standing === 'newer').map(([{ name }]) => name);
}

/** Marks a projection as stopped and says so. */
export async function stopCheckpoint(client: Queryable, name: string, error: object): Promise<void> {
  await client.query(
    `UPDATE public.projection_checkpoints SET status = 'stopped', error = $2::jsonb, updated_at = now() WHERE name = $1`,
    [name, JSON.stringify(error)],
  );
  await notifyControl(client);
}

/** Tells runner and waiters to read the checkpoints again. */
async function notifyControl(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_notify('${CONTROL_CHANNEL}', '')`);
}
