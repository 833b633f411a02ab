import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** The locks of those who follow the log (projections/runner, workers/reactors). */
const FOLLOWERS = ['projections', 'reactors'] as const;

/** Positions of the log that the studio's database keeps and that no read model can give. */
export interface KeptPositions {
  readonly reactors: bigint | null;
  /** By the month that was closed: positions that were moved once before. */
  readonly closings: ReadonlyMap<string, bigint>;
}

/**
 * Works on the studio's database while no projection and no reactor follows the log; they wait until it is done. Throws
 * MigrationError when one is running.
 */
export async function whileStopped<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tideline migrate-store',
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const name of FOLLOWERS) {
      const { rows } = await client.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
        [name],
      );
      if (rows[0]?.held !== true) {
        throw new MigrationError(
          `The ${name} of the studio are running. Stop the studio (all of its processes), then switch.`,
        );
      }
    }
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function readKeptPositions(client: pg.Client): Promise<KeptPositions> {
  const reactors = await client.query<{ position: string | null }>(
    `SELECT position::text FROM reactor_checkpoints WHERE name = 'reactors'`,
  );
  const closings = await client.query<{ month: string; position: string }>(
    'SELECT month, through_position::text AS position FROM moved_closings',
  );
  const position = reactors.rows[0]?.position ?? null;
  return {
    reactors: position === null ? null : BigInt(position),
    closings: new Map(closings.rows.map((row) => [row.month, BigInt(row.position)])),
  };
}

/**
 * Says in one transaction that the database belongs to the other log from now on: the reactors go on at the same event, closed
 * months end at the same, and read models, full of positions of the old log, are built anew at the next start.
 */
export async function switchPositions(client: pg.Client, positions: KeptPositions): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(
      `UPDATE reactor_checkpoints SET position = $1::numeric, updated_at = now() WHERE name = 'reactors'`,
      [positions.reactors === null ? null : String(positions.reactors)],
    );
    // Positions of the old log.
    await client.query('DELETE FROM reactor_marks');
    for (const [month, position] of positions.closings) {
      await client.query(
        `INSERT INTO moved_closings (month, through_position) VALUES ($1, $2)
         ON CONFLICT (month) DO UPDATE SET through_position = excluded.through_position`,
        [month, String(position)],
      );
    }
    await client.query('DELETE FROM projection_checkpoints');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
