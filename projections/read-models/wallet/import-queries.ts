import type pg from 'pg';

/** What one member has of an import. */
export interface BroughtThings {
  readonly memberId: string;
  readonly lotIds: readonly string[];
}

/** Everyone with lots of an import, and everyone who came with it, erased ones too. */
export async function readBroughtThings(pool: pg.Pool, importId: string): Promise<BroughtThings[]> {
  const { rows } = await pool.query<BroughtThings>({
    name: 'brought-things',
    text: `SELECT "memberId", array_remove(array_agg(lot_id ORDER BY lot_id), NULL) AS "lotIds" FROM (
        SELECT member_id AS "memberId", lot_id FROM wallet_lots WHERE import_id = $1
        UNION ALL SELECT id, NULL FROM users WHERE import_id = $1) found
      GROUP BY 1 ORDER BY 1`,
    values: [importId],
  });
  return rows;
}

/** The members who came with an import and are not erased. */
export async function readBroughtMembers(pool: pg.Pool, importId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'brought-members',
    text: 'SELECT id FROM users WHERE import_id = $1 AND erased_at IS NULL ORDER BY id',
    values: [importId],
  });
  return rows.map(({ id }) => id);
}

/** How many members and lots of an import are projected. */
export async function countBrought(
  pool: pg.Pool,
  importId: string,
): Promise<{ members: number; lots: number }> {
  const { rows } = await pool.query<{ members: number; lots: number }>({
    name: 'count-brought',
    text: `SELECT (SELECT count(*) FROM users WHERE import_id = $1)::int AS members,
        (SELECT count(*) FROM wallet_lots WHERE import_id = $1)::int AS lots`,
    values: [importId],
  });
  return rows[0] ?? { members: 0, lots: 0 };
}

/** The members who used a pass of an import, or are booked with one, by name. */
export async function readUsersOfImport(pool: pg.Pool, importId: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'users-of-import',
    text: `SELECT coalesce(u.name, 'An erased member') AS name FROM wallet_lots l LEFT JOIN users u ON u.id = l.member_id
      WHERE l.import_id = $1 GROUP BY l.member_id, u.name HAVING sum(l.held + l.used + l.forfeited) > 0
      ORDER BY 1`,
    values: [importId],
  });
  return rows.map(({ name }) => name);
}

/** A lot that was brought over, as a later file may repeat it. */
export interface BroughtLotRow {
  readonly importId: string;
  readonly memberId: string;
  readonly passName: string;
  readonly passes: number;
  readonly classes: number;
  readonly begins: string | null;
}

/** The lots that these members have from imports. */
export async function readBroughtLots(pool: pg.Pool, memberIds: readonly string[]): Promise<BroughtLotRow[]> {
  const { rows } = await pool.query<BroughtLotRow>({
    name: 'brought-lots',
    text: `SELECT import_id AS "importId", member_id AS "memberId", pass_name AS "passName", granted AS passes, import_classes AS classes,
        import_begins AS begins
      FROM wallet_lots WHERE import_id IS NOT NULL AND revoked < granted AND member_id = ANY($1::text[])`,
    values: [memberIds],
  });
  return rows;
}

/**
 * Has Postgres count what is in the tables that an import fills. Until its own round a minute later it would take them for empty, and
 * the list of members would take seconds.
 */
export async function refreshStatistics(pool: pg.Pool): Promise<void> {
  await pool.query('ANALYZE users, wallet_lots');
}
