import type pg from 'pg';
import { INSTRUCTOR_FEE_PENCE, parseInstructorFee } from '#domain/setting/instructor-fee.ts';

/**
 * Returns the instructor's fee in pence for a class by its start: the fee at that time. Before the first setting, the first one
 * applies.
 */
export async function readInstructorFees(
  source: pg.Pool | pg.PoolClient,
): Promise<(startsAt: Date) => number> {
  const { rows } = await source.query<{ value: string; at: Date }>({
    name: 'setting-versions-of',
    text: 'SELECT value, at FROM setting_versions WHERE key = $1 ORDER BY revision',
    values: [INSTRUCTOR_FEE_PENCE],
  });
  return (startsAt) => {
    const version = rows.findLast(({ at }) => at <= startsAt) ?? rows[0];
    return parseInstructorFee(version?.value ?? null);
  };
}
