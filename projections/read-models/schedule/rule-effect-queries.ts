import type pg from 'pg';
import type { Rules } from '#domain/rules/rules.ts';
import { type ClassRow, readClassesToAdvance } from './queries.ts';
import { findNextWaitlistStep } from './waitlist-state.ts';

interface RulesPair {
  readonly before: Rules;
  readonly after: Rules;
}

/** The emails that the next step of a class's waiting list sends under the new rules, and would not have sent under the old. */
function countEmails(row: ClassRow, { before, after }: RulesPair, now: Date): number {
  const step = findNextWaitlistStep(row, after, now);
  if (step.kind === findNextWaitlistStep(row, before, now).kind) return 0;
  if (step.kind === 'announce') return step.memberIds.length;
  return step.kind === 'book' || step.kind === 'offer' ? 1 : 0;
}

/** What new rules mean for everyone who waits for a future class: who waits, and how many emails go out at once. */
export async function readWaitlistEffects(
  pool: pg.Pool,
  rules: RulesPair,
  now: Date,
): Promise<{ memberIds: string[]; emails: number }> {
  const classes = await readClassesToAdvance(pool, now);
  return {
    memberIds: classes.flatMap(({ waitlist }) => waitlist.map(({ memberId }) => memberId)),
    emails: classes.reduce((sum, row) => sum + countEmails(row, rules, now), 0),
  };
}
