import { formatDay } from '#domain/london-time.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import type { MembershipWithUser } from '#projections/read-models/memberships/queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import {
  type AdminMembership,
  type AdminMembershipsAnswer,
  membershipPlan,
} from '#services/contract/membership.ts';
import { formatCount } from './wording.ts';

/** A membership for staff. */
export function describeAdminMembership(row: MembershipWithUser, now: Date): AdminMembership {
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    monthlyPasses: row.monthlyPasses,
    remainingPasses: row.expiresAt < now ? 0 : row.remainingPasses,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endedAt: row.endedAt?.toISOString() ?? null,
    user: { name: row.userName ?? '', email: formatEmail(row.userEmail ?? ''), phone: row.userPhone ?? '' },
  };
}

/** Only memberships that renew count towards the monthly revenue (spec 001 section 9). */
export function computeMembershipStatistics(
  rows: readonly Pick<MembershipWithUser, 'status' | 'cancelAtPeriodEnd'>[],
): AdminMembershipsAnswer['statistics'] {
  const active = rows.filter(({ status }) => status === 'active');
  const cancelling = active.filter(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd).length;
  return {
    active: active.length,
    cancelling,
    pastDue: rows.filter(({ status }) => status === 'past_due').length,
    monthlyRevenuePence: (active.length - cancelling) * membershipPlan.pricePence,
  };
}

interface MembershipCancellation {
  readonly memberId: string;
  /** ISO */
  readonly periodEnd: string;
  readonly remainingPasses: number;
  readonly endsAlready: boolean;
}

/** The effects of cancelling a membership. */
export function describeMembershipCancellation(
  { memberId, periodEnd, remainingPasses, endsAlready }: MembershipCancellation,
  { name }: { readonly name: string },
): Effects {
  const day = formatDay(periodEnd);
  const counts = { bookings: 0, passesReturned: 0, passesLost: 0, emails: endsAlready ? 0 : 1 };
  if (endsAlready) {
    return { summary: [`It ends on ${day} already. Nothing changes.`], counts, people: [] };
  }
  const left = formatCount(remainingPasses, 'pass is', 'passes are');
  return {
    summary: [
      `The membership stays active until ${day}, then it ends. It does not renew, and no further payment is taken.`,
      `${left} left to use until then; what is not used by then lapses. Nothing of this month is paid back.`,
      'Classes that are booked stand.',
      'One email tells the member.',
    ],
    counts,
    people: [{ userId: memberId, name, effect: `member until ${day}` }],
  };
}
