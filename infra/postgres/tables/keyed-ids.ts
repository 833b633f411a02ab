import type { Pool } from 'pg';

/** Permanent numbers of things, such as the one membership of a member. */
export interface KeyedIds {
  /** The number of `key`, a new one if it has none yet. */
  of(key: string): Promise<number>;
}

/** Keyed ids with a query that takes no new number. */
export interface KnownKeyedIds extends KeyedIds {
  /** The number of `key`, if it has one. */
  known(key: string): Promise<number | undefined>;
}

/** Numbers of a Postgres sequence, one for each key of a kind; concurrent calls for one key return the same number. */
export function createKeyedIds(
  pool: Pool,
  { kind, sequence }: { kind: string; sequence: string },
): KnownKeyedIds {
  async function find(key: string): Promise<number | undefined> {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT id FROM keyed_ids WHERE kind = $1 AND key = $2',
      [kind, key],
    );
    return rows[0]?.id;
  }

  return {
    known: find,
    async of(key) {
      const known = await find(key);
      if (known !== undefined) return known;
      await pool.query(
        'INSERT INTO keyed_ids (kind, key, id) VALUES ($1, $2, nextval($3::regclass)) ON CONFLICT DO NOTHING',
        [kind, key, sequence],
      );
      const id = await find(key);
      if (id === undefined) throw new Error(`The ${kind} of ${key} has no number`);
      return id;
    },
  };
}
