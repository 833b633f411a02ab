import { formatLongDay } from '#domain/london-time.ts';
import { findNextCharge, findNextTerms } from '#domain/membership/next-charge.ts';
import { formatPounds } from '#domain/money.ts';
import { periodNames } from '#domain/plan/period.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { MembershipNotice } from './definition.ts';

/** A paid month of a membership. */
export interface MonthPaid {
  readonly amountPence: number;
  readonly planName: string;
  readonly paidAt: Date;
  readonly periodEnd: Date;
  readonly paymentIntentId: string | null;
}

export interface NoticeDetails {
  readonly name: string;
  readonly notice: MembershipNotice;
  /** The paid month of a notice that is a receipt. */
  readonly month: MonthPaid | null;
  /** The current membership. */
  readonly membership: Pick<
    MembershipRow,
    | 'status'
    | 'cancelAtPeriodEnd'
    | 'pricePence'
    | 'interval'
    | 'planName'
    | 'priceChange'
    | 'planChange'
    | 'monthlyPasses'
    | 'remainingPasses'
    | 'expiresAt'
    | 'currentPeriodEnd'
    | 'nextAttemptAt'
    | 'unpaidUntil'
    | 'pauseUntil'
  >;
  readonly now: Date;
}

export type Membership = NoticeDetails['membership'];
export type EmailContent = {
  subject: string;
  heading: string;
  paragraphs: (string | { label: string; path: string })[];
  facts?: { label: string; value: string }[];
};
export type Notice<What extends MembershipNotice['what']> = Extract<MembershipNotice, { what: What }>;

export const myMembership = { label: 'See my membership', path: '/my-membership' };

/** Empty when no charge follows. */
export function describeNextCharge(membership: Membership): string[] {
  const chargedAt = findNextCharge(membership);
  if (chargedAt === null) return [];
  const { status } = membership;
  const { pricePence, passes: monthlyPasses, interval } = findNextTerms(membership, chargedAt);
  return [
    `On ${formatLongDay(chargedAt)} we take ${formatPounds(pricePence)} for the next ${periodNames[interval]}, and you get ${monthlyPasses} fresh passes. Passes do not roll over.`,
    ...(status !== 'past_due' ? [] : ['Until then you cannot book new classes with the membership.']),
  ];
}
