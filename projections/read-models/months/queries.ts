import type pg from 'pg';

export interface MonthClosingRow {
  month: string;
  figures: string;
  /** Decimal text: positions have 64 bits. */
  throughPosition: string;
  closedAt: Date;
  /** The staff member's id, if known. */
  closedBy: string | null;
  position: string;
}

/** The closed months, the earliest first. */
export async function readMonthClosings(source: pg.Pool | pg.PoolClient): Promise<MonthClosingRow[]> {
  const { rows } = await source.query<MonthClosingRow>({
    name: 'month-closings',
    text: `
      SELECT c.month, c.figures, coalesce(m.through_position, c.through_position)::text AS "throughPosition",
        c.closed_at AS "closedAt", c.closed_by AS "closedBy", c.position::text
      FROM month_closings c LEFT JOIN moved_closings m ON m.month = c.month ORDER BY c.month`,
  });
  return rows;
}
