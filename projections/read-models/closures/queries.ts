import type pg from 'pg';

export interface ClosureRow {
  id: number;
  from: string;
  to: string;
  reason: string;
  setAt: Date;
  liftedAt: Date | null;
}

/** Every closure, the latest days first. */
export async function readAllClosures(pool: pg.Pool): Promise<ClosureRow[]> {
  const { rows } = await pool.query<ClosureRow>({
    name: 'closures',
    text: `SELECT id, from_day AS "from", to_day AS "to", reason, set_at AS "setAt", lifted_at AS "liftedAt"
      FROM closures ORDER BY from_day DESC, id DESC`,
  });
  return rows;
}

/** The closure in force on a London day. */
export const readClosureOn = async (pool: pg.Pool, day: string): Promise<ClosureRow | undefined> =>
  (await readStandingClosures(pool, day)).find(({ from }) => from <= day);

/** The closures in force that are not over on a London day, the next first. */
export async function readStandingClosures(pool: pg.Pool, today: string): Promise<ClosureRow[]> {
  const { rows } = await pool.query<ClosureRow>({
    name: 'standing-closures',
    text: `SELECT id, from_day AS "from", to_day AS "to", reason, set_at AS "setAt", lifted_at AS "liftedAt"
      FROM closures WHERE lifted_at IS NULL AND to_day >= $1 ORDER BY from_day, id`,
    values: [today],
  });
  return rows;
}
