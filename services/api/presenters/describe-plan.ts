import { formatCalendarDay, formatDay, toLondonDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { MembershipWithUser } from '#projections/read-models/memberships/queries.ts';
import type { HeldPlanRow, PlanRow } from '#projections/read-models/plans/queries.ts';
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
export const describeAdminPlan = (row: HeldPlanRow): AdminPlan => ({
  ...describePlan(row),
  onSale: row.onSale,
  order: row.order,
  isRetired: row.retiredAt !== null,
  holders: row.holders,
  priceChange: row.priceChange,
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

/** The effects of another price on those who have the plan. */
export function describePriceChange(
  plan: PlanRow,
  { pricePence, effectiveFrom }: { readonly pricePence: number; readonly effectiveFrom: string },
  holders: readonly MembershipWithUser[],
): Effects {
  const affected = holders.filter((row) => row.pricePence !== pricePence);
  const day = formatCalendarDay(effectiveFrom, 'EEE d MMM yyyy');
  return {
    summary: [
      `${formatCount(affected.length, 'member has', 'members have')} ${plan.name} at another price. An email tells each of them.`,
      `They pay ${formatPounds(pricePence)} from their first renewal on or after ${day}. Until then they pay what they pay now.`,
      'Who cancels before that renewal pays nothing of it.',
      'The price for new members stays as it is; change it with Edit.',
    ],
    counts: { ...noEffects.counts, emails: affected.length },
    people: affected.map(({ userId, userName, pricePence: was, currentPeriodEnd, cancelAtPeriodEnd }) => ({
      userId,
      name: userName ?? 'Former member',
      effect: describeFirstCharge(was, currentPeriodEnd, cancelAtPeriodEnd, effectiveFrom),
    })),
  };
}

function describeFirstCharge(was: number, periodEnd: Date, isEnding: boolean, from: string): string {
  const now = `pays ${formatPounds(was)}`;
  if (isEnding) return `${now}, and ends on ${formatDay(periodEnd)}`;
  return toLondonDay(periodEnd) >= from ? `${now}, the new price on ${formatDay(periodEnd)}` : now;
}
