import { formatPounds } from '#domain/money.ts';
import type { PlanRow } from '#projections/read-models/plans/queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import type { AdminPlan, Plan } from '#services/contract/plans.ts';
import { formatCount } from './wording.ts';

/** A plan for visitors. */
export const describePlan = ({
  id,
  name,
  pricePence,
  passes,
  interval,
  priority,
  description,
}: PlanRow): Plan => ({ id, name, pricePence, passes, interval, priority, description });

/** A plan for staff. */
export const describeAdminPlan = (row: PlanRow): AdminPlan => ({
  ...describePlan(row),
  onSale: row.onSale,
  order: row.order,
  isRetired: row.retiredAt !== null,
});

const noEffects = {
  counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
  people: [],
} satisfies Omit<Effects, 'summary'>;

const holdersKeep = 'Who has it already keeps its price, passes and priority.';

function describeLastOnSale(row: PlanRow, onSale: readonly PlanRow[]): string[] {
  const isLast = onSale.length === 1 && onSale[0]?.id === row.id;
  return isLast ? ['No plan is left on sale, so nobody can start a membership.'] : [];
}

/** The effects of retiring a plan. */
export function describePlanRetirement(row: PlanRow, onSale: readonly PlanRow[]): Effects {
  if (row.retiredAt !== null) return { ...noEffects, summary: [`${row.name} is retired. Nothing changes.`] };
  return {
    ...noEffects,
    summary: [
      `${row.name} can no longer be started. It cannot be brought back; to pause its sale, take it off sale instead.`,
      'Memberships of it run on and renew as before.',
      ...describeLastOnSale(row, onSale),
    ],
  };
}

/** The effects of changing a plan on who starts it from now on. */
export function describePlanChange(
  row: PlanRow,
  to: Pick<PlanRow, 'pricePence' | 'passes' | 'onSale'>,
  onSale: readonly PlanRow[],
): Effects {
  return {
    ...noEffects,
    summary: [
      ...(to.pricePence === row.pricePence
        ? []
        : [
            `The price changes from ${formatPounds(row.pricePence)} to ${formatPounds(to.pricePence)} for who starts it from now on.`,
          ]),
      ...(to.passes === row.passes
        ? []
        : [
            `It gives ${formatCount(to.passes, 'pass', 'passes')} a period instead of ${row.passes} to who starts it from now on.`,
          ]),
      ...(to.onSale === row.onSale ? [] : [to.onSale ? 'It goes on sale.' : 'It goes off sale.']),
      ...(to.onSale ? [] : describeLastOnSale(row, onSale)),
      holdersKeep,
    ],
  };
}
