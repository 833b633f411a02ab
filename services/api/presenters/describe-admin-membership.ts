import { formatDay } from '#domain/london-time.ts';
import type { CancellationTime } from '#domain/membership/decide.ts';
import type { PlanInterval } from '#domain/plan/events.ts';
import { periodNames, sumMonthlyPence } from '#domain/plan/period.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import type { MembershipWithUser } from '#projections/read-models/memberships/queries.ts';
import type { CancellationPreview } from '#services/commands/membership/preview-cancellation.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import type { AdminMembership, AdminMembershipsAnswer } from '#services/contract/membership.ts';
import { describePausedPeriod } from './describe-membership.ts';
import { formatCount } from './wording.ts';

/** A membership for staff. */
export function describeAdminMembership(row: MembershipWithUser, now: Date): AdminMembership {
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    monthlyPasses: row.monthlyPasses,
    remainingPasses: row.expiresAt < now ? 0 : row.remainingPasses,
    planId: row.planId,
    planName: row.planName,
    nextPlanName: row.planChange?.planName ?? null,
    pricePence: row.pricePence,
    interval: row.interval,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    pause: describePausedPeriod(row),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endsAt: row.endsAt?.toISOString() ?? null,
    unpaidUntil: row.unpaidUntil?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    user: { name: row.userName ?? '', email: formatEmail(row.userEmail ?? ''), phone: row.userPhone ?? '' },
  };
}

type CountedMembership = Pick<
  MembershipWithUser,
  'status' | 'cancelAtPeriodEnd' | 'planId' | 'planName' | 'pricePence' | 'interval'
>;

/** Only memberships that renew count towards the monthly revenue (spec 001 section 9), and no paused period does. */
export function computeMembershipStatistics(
  rows: readonly CountedMembership[],
): AdminMembershipsAnswer['statistics'] {
  const active = rows.filter(({ status }) => status === 'active');
  const renewing = active.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd);
  const byPlan = Map.groupBy(active, ({ planId }) => planId);
  return {
    active: active.length,
    cancelling: active.length - renewing.length,
    paused: rows.filter(({ status }) => status === 'paused').length,
    pastDue: rows.filter(({ status }) => status === 'past_due').length,
    monthlyRevenuePence: sumMonthlyPence(renewing),
    plans: [...byPlan]
      .toSorted(([a], [b]) => a - b)
      .map(([planId, ofPlan]) => {
        const renewingOfPlan = ofPlan.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd);
        return {
          planId,
          // A plan may have been renamed: the first row is of its latest member.
          name: ofPlan[0]?.planName ?? '',
          active: ofPlan.length,
          renewing: renewingOfPlan.length,
          monthlyRevenuePence: sumMonthlyPence(renewingOfPlan),
        };
      }),
  };
}

/** The effects of cancelling a membership, for staff who confirm it. */
export function describeMembershipCancellation(
  { memberId, periodEnd, remainingPasses, endsAlready, isUnpaid, isPaused }: CancellationPreview,
  {
    name,
    when,
    interval = 'month',
  }: { readonly name: string; readonly when: CancellationTime; readonly interval?: PlanInterval },
): Effects {
  const day = formatDay(periodEnd);
  const counts = { bookings: 0, passesReturned: 0, passesLost: 0, emails: endsAlready ? 0 : 1 };
  if (endsAlready) {
    return { summary: [`It ends on ${day} already. Nothing changes.`], counts, people: [] };
  }
  const effect = when === 'now' ? 'no member any more' : `member until ${day}`;
  return {
    summary: [
      ...(isUnpaid ? describeUnpaidEnd(when, day) : []),
      ...(isPaused ? describePausedEnd(when, day) : []),
      ...(isUnpaid || isPaused
        ? []
        : [
            `The membership stays active until ${day}, then it ends. It does not renew, and no further payment is taken.`,
          ]),
      ...(isPaused ? [] : describePassesLeft(remainingPasses, isUnpaid, interval)),
      'Classes that are booked stand.',
      'One email tells the member.',
    ],
    counts,
    people: [{ userId: memberId, name, effect }],
  };
}

function describeUnpaidEnd(when: CancellationTime, day: string): string[] {
  return [
    when === 'now'
      ? 'The membership ends now, and can’t be brought back; the member can start a new one.'
      : `The membership ends on ${day}. Until then it can be kept after all; nothing new can be booked on it.`,
    'The open payment is cancelled: the card is not tried again, and nothing more is charged.',
  ];
}

const describePausedEnd = (when: CancellationTime, day: string): string[] => [
  when === 'now'
    ? 'The membership ends now, in its pause, and can’t be brought back; the member can start a new one.'
    : `The membership stays paused until ${day}, then it ends. It does not renew, and no further payment is taken.`,
];

function describePassesLeft(count: number, isUnpaid: boolean, interval: PlanInterval): string[] {
  if (count === 0 && isUnpaid) return [];
  const left = formatCount(count, 'pass is', 'passes are');
  return isUnpaid
    ? [`${left} left of the paid ${periodNames[interval]}.`]
    : [
        `${left} left to use until then; what is not used by then lapses. Nothing of ${interval === 'month' ? 'this month' : 'these four weeks'} is paid back.`,
      ];
}
