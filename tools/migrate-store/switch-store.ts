import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** Advisory locks of the processes that follow the log (projections/runner, workers/reactors). */
const FOLLOWER_LOCKS = ['projections', 'reactors'] as const;

/** Positions of the log that are stored in the studio's database outside of read models. */
export interface StoredPositions {
  readonly reactors: bigint | null;
  /** By closed month: positions that an earlier switch has translated. */
  readonly closings: ReadonlyMap<string, bigint>;
}

/**
 * Runs `work` on the studio's database with the locks of projections and reactors. They cannot start meanwhile.
 * @throws MigrationError when one is running
 */
export async function withFollowersStopped<T>(
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
    for (const name of FOLLOWER_LOCKS) {
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

export async function readStoredPositions(client: pg.Client): Promise<StoredPositions> {
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
 * Switches the database to the other log in one transaction. Reactors continue at the same event, and closed months end at the
 * same event. The next start rebuilds the read models, which contain positions of the old log.
 */
export async function switchPositions(client: pg.Client, positions: StoredPositions): Promise<void> {
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
