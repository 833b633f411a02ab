import type pg from 'pg';
import type { RuleKey } from '#domain/rules/rule-keys.ts';
import { toRules } from '#domain/rules/rules.ts';

const FEE = 'instructor_fee_pence' satisfies RuleKey;

/**
 * Returns the instructor's fee in pence for a class by its start: the fee at that time. Before the first setting, the first one
 * applies.
 */
export async function readInstructorFees(
  source: pg.Pool | pg.PoolClient,
): Promise<(startsAt: Date) => number> {
  const { rows } = await source.query<{ value: string; at: Date }>({
    name: 'setting-versions-of',
    text: 'SELECT value, at FROM setting_versions WHERE key = $1 ORDER BY position',
    values: [FEE],
  });
  return (startsAt) => {
    const version = rows.findLast(({ at }) => at <= startsAt) ?? rows[0];
    return toRules(version === undefined ? {} : { [FEE]: version.value }, 0).instructorFeePence;
  };
}
