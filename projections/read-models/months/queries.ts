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

/** The months whose books are shut, the first first. */
export async function monthClosingsIn(source: pg.Pool | pg.PoolClient): Promise<MonthClosingRow[]> {
  const { rows } = await source.query<MonthClosingRow>({
    name: 'month-closings',
    text: `
      SELECT month, figures, through_position::text AS "throughPosition", closed_at AS "closedAt",
        closed_by AS "closedBy", position::text
      FROM month_closings ORDER BY month`,
  });
  return rows;
}
