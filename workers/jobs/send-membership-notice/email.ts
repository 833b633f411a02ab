import { formatCalendarDay, formatDayTime, formatLongDay } from '#domain/london-time.ts';
import { findNextCharge, findNextTerms } from '#domain/membership/next-charge.ts';
import { formatPounds } from '#domain/money.ts';
import type { PlanInterval } from '#domain/plan/events.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { periodNames } from '#domain/plan/period.ts';
import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses, transactionId } from '#workers/emails/wording.ts';
import type { MembershipNotice } from './definition.ts';

/** A paid month of a membership. */
export interface MonthPaid {
  readonly amountPence: number;
  readonly planName: string;
  readonly paidAt: Date;
  readonly periodEnd: Date;
  readonly paymentIntentId: string | null;
}

interface NoticeDetails {
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

type Membership = NoticeDetails['membership'];
type EmailContent = {
  subject: string;
  heading: string;
  paragraphs: (string | { label: string; path: string })[];
  facts?: { label: string; value: string }[];
};
type Notice<What extends MembershipNotice['what']> = Extract<MembershipNotice, { what: What }>;

const myMembership = { label: 'See my membership', path: '/my-membership' };
const bookClasses = { label: 'Book a class', path: '/book-classes' };
const newPeriods: Readonly<Record<PlanInterval, string>> = {
  month: 'A new month',
  '4_weeks': 'Four new weeks',
};
/** Of the period, in the plural or not. */
const arePaid: Readonly<Record<PlanInterval, string>> = {
  month: 'month that is paid',
  '4_weeks': 'four weeks that are paid',
};
const describeCancelling = ({ interval }: Membership): string =>
  `You can cancel at any time on the page My Membership, or by replying to this email; it then runs to the end of the ${arePaid[interval]}.`;

/** Empty when no charge follows. */
function describeNextCharge(membership: Membership): string[] {
  const chargedAt = findNextCharge(membership);
  if (chargedAt === null) return [];
  const { status } = membership;
  const { pricePence, passes: monthlyPasses, interval } = findNextTerms(membership, chargedAt);
  return [
    `On ${formatLongDay(chargedAt)} we take ${formatPounds(pricePence)} for the next ${periodNames[interval]}, and you get ${monthlyPasses} fresh passes. Passes do not roll over.`,
    ...(status !== 'past_due' ? [] : ['Until then you cannot book new classes with the membership.']),
  ];
}

function describeRemainingPasses({ remainingPasses, expiresAt }: Membership, now: Date): string[] {
  if (remainingPasses === 0 || expiresAt < now) return [];
  return [`You have ${formatPasses(remainingPasses)} left, to use by ${formatLongDay(expiresAt)}.`];
}

function listReceiptFacts(
  { amountPence, planName, paidAt, periodEnd, paymentIntentId }: MonthPaid,
  count: number,
) {
  return [
    ...(planName === firstPlan.name ? [] : [{ label: 'Plan', value: planName }]),
    { label: 'Paid', value: formatPounds(amountPence) },
    { label: 'Date', value: formatLongDay(paidAt) },
    { label: 'Passes', value: String(count) },
    { label: 'Use by', value: formatLongDay(periodEnd) },
    ...(paymentIntentId === null ? [] : [{ label: 'Transaction ID', value: transactionId(paymentIntentId) }]),
  ];
}

function requireMonth({ month, notice }: NoticeDetails): MonthPaid {
  if (month === null) throw new Error(`A notice of kind ${notice.what} needs the paid month`);
  return month;
}

function composeStarted(details: NoticeDetails): EmailContent {
  const { name, membership } = details;
  const month = requireMonth(details);
  return {
    subject: 'Your membership has begun',
    heading: `Your membership has begun, ${firstName(name)}`,
    paragraphs: [
      `You have ${membership.monthlyPasses} passes to use until ${formatLongDay(month.periodEnd)}.`,
      bookClasses,
      ...describeNextCharge(membership),
      describeCancelling(membership),
      `Until ${formatLongDay(getWithdrawalEnd(month.paidAt))} you can also end it at once, in the same ways, and its price comes back; a class that you take or cancel late by then is paid for.`,
      myMembership,
      { label: 'Our terms', path: '/terms-of-service' },
    ],
    facts: listReceiptFacts(month, membership.monthlyPasses),
  };
}

function composeRenewed(details: NoticeDetails): EmailContent {
  const { name, membership } = details;
  const month = requireMonth(details);
  return {
    subject: `Your membership has renewed: ${formatPounds(month.amountPence)}`,
    heading: `${newPeriods[membership.interval]}, ${firstName(name)}`,
    paragraphs: [
      `We have received ${formatPounds(month.amountPence)}. You have ${membership.monthlyPasses} fresh passes to use until ${formatLongDay(month.periodEnd)}; any that you had left of the last ${periodNames[membership.interval]} have lapsed.`,
      bookClasses,
      ...describeNextCharge(membership),
      describeCancelling(membership),
      myMembership,
    ],
    facts: listReceiptFacts(month, membership.monthlyPasses),
  };
}

function composePaymentFailed({
  membership: { pricePence, interval, nextAttemptAt },
}: NoticeDetails): EmailContent {
  const refused = `Your card was refused for the ${formatPounds(pricePence)} of the next ${periodNames[interval]}.`;
  return {
    subject: 'We could not take your membership payment',
    heading: 'Your membership is not paid',
    paragraphs: [
      nextAttemptAt === null
        ? `${refused} That was the last try, so your membership will end. To keep it, please pay now.`
        : `${refused} We try it again on ${formatDayTime(nextAttemptAt)}. You can also pay now, with this card or another.`,
      { label: 'Pay now', path: '/my-membership' },
      'Until it is paid you cannot book new classes with the membership. The classes you have booked stand.',
      `If you would rather not go on, you can cancel on the same page, at once or for the end of the ${periodNames[interval]}. The open payment is then cancelled, your card is not tried again, and the classes you have booked stand.`,
      { label: 'Cancel my membership', path: '/my-membership' },
    ],
  };
}

function composeCancelling(
  { name, membership, now }: NoticeDetails,
  { endsAt }: Notice<'cancelling'>,
): EmailContent {
  const day = formatLongDay(new Date(endsAt));
  return {
    subject: `Your membership ends on ${day}`,
    heading: `Your membership is cancelled, ${firstName(name)}`,
    paragraphs: [
      [`It ends on ${day} and does not renew.`, ...describeRemainingPasses(membership, now)].join(' '),
      ...(membership.status === 'past_due'
        ? [
            'The payment that did not go through is cancelled: your card is not tried again, and nothing more is charged. The classes you have booked stand.',
          ]
        : []),
      `If you change your mind, you can keep it until ${formatDayTime(new Date(endsAt))}.`,
      myMembership,
    ],
  };
}

function composeResumed({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: 'Your membership goes on',
    heading: `Good to have you, ${firstName(name)}`,
    paragraphs: [
      ['Your membership is no longer cancelled.', ...describeNextCharge(membership)].join(' '),
      myMembership,
    ],
  };
}

function composePause(
  { name, membership, now }: NoticeDetails,
  { from, until }: Notice<'pause'>,
): EmailContent {
  const [first, back] = [formatLongDay(from), formatLongDay(until)];
  return {
    subject: `Your membership is paused from ${first} to ${back}`,
    heading: `A pause from ${first}, ${firstName(name)}`,
    paragraphs: [
      `From ${first} to ${back} your membership rests: nothing is charged, and it has no passes. Passes that you buy can be used as ever.`,
      ...describeRemainingPasses(membership, now),
      ['It comes back by itself.', ...describeNextCharge(membership)].join(' '),
      `If you change your mind, you can withdraw the pause on the page My Membership until ${formatDayTime(from)}.`,
      myMembership,
    ],
    facts: [
      { label: 'Paused from', value: first },
      { label: 'Next charge', value: back },
    ],
  };
}

function composePauseWithdrawn({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: 'Your membership is not paused after all',
    heading: `No pause, ${firstName(name)}`,
    paragraphs: [['Your pause is withdrawn.', ...describeNextCharge(membership)].join(' '), myMembership],
  };
}

function composeEnded({ membership, now }: NoticeDetails, { reason }: Notice<'ended'>): EmailContent {
  const price = formatPounds(membership.pricePence);
  return {
    subject: 'Your membership has ended',
    heading: 'Your membership has ended',
    paragraphs: [
      [
        reason === 'unpaid'
          ? `We could not take the ${price} of the next ${periodNames[membership.interval]}, so your membership has ended. Your card will not be tried again.`
          : 'Your membership has ended, and nothing further will be charged.',
        ...describeRemainingPasses(membership, now),
        'The classes you have booked stand.',
      ].join(' '),
      'You are welcome back at any time, as a member or with a class pass.',
      { label: 'See the membership', path: '/membership' },
    ],
  };
}

function composePriceChange(
  { name, membership }: NoticeDetails,
  { pricePence, effectiveFrom }: Notice<'price-change'>,
): EmailContent {
  const { planName, pricePence: present, interval } = membership;
  const price = `${formatPounds(pricePence)} each ${periodNames[interval]}`;
  if (pricePence === present)
    return {
      subject: `The price of your membership stays ${formatPounds(present)}`,
      heading: `Your price stays as it is, ${firstName(name)}`,
      paragraphs: [
        `We wrote that the price of ${planName} would change. It does not: you go on paying ${price}.`,
        myMembership,
      ],
    };
  const day = formatCalendarDay(effectiveFrom, 'MMM dd, yyyy');
  return {
    subject: `The price of your membership changes on ${day}`,
    heading: `A new price from ${day}`,
    paragraphs: [
      `From your first renewal on or after ${day}, ${planName} costs ${price}. Until then you pay ${formatPounds(present)}, as now.`,
      'You need not do anything. If you would rather not go on at this price, you can cancel at any time before that renewal, or choose another plan, on the page My Membership.',
      myMembership,
    ],
    facts: [
      { label: 'Now', value: formatPounds(present) },
      { label: `From ${day}`, value: formatPounds(pricePence) },
    ],
  };
}

function composePlanChange({ name, membership }: NoticeDetails): EmailContent {
  const { planChange, planName, currentPeriodEnd } = membership;
  if (planChange === null) throw new Error('A notice of another plan needs that plan');
  const day = formatLongDay(currentPeriodEnd);
  return {
    subject: `You change to ${planChange.planName} on ${day}`,
    heading: `Another plan from ${day}, ${firstName(name)}`,
    paragraphs: [
      `Until ${day} you keep ${planName}, and nothing is charged now.`,
      ...describeNextCharge(membership),
      `If you change your mind, you can keep ${planName} on the page My Membership until that day.`,
      myMembership,
    ],
  };
}

function composePlanKept({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: `You keep ${membership.planName}`,
    heading: `Your plan stays as it is, ${firstName(name)}`,
    paragraphs: [
      [`You keep ${membership.planName}.`, ...describeNextCharge(membership)].join(' '),
      myMembership,
    ],
  };
}

function composeUpgraded(details: NoticeDetails, { passes }: Notice<'upgraded'>): EmailContent {
  const { name, membership } = details;
  const month = requireMonth(details);
  return {
    subject: `You have ${membership.planName} now: ${formatPounds(month.amountPence)}`,
    heading: `More classes, ${firstName(name)}`,
    paragraphs: [
      `We have received ${formatPounds(month.amountPence)} for the rest of your period. You have ${passes === 1 ? '1 more pass' : `${passes} more passes`} to use until ${formatLongDay(month.periodEnd)}.`,
      bookClasses,
      ...describeNextCharge(membership),
      myMembership,
    ],
    facts: listReceiptFacts(month, passes),
  };
}

function composeRefused({ name }: NoticeDetails, { amountPence }: Notice<'refused'>): EmailContent {
  const amount = formatPounds(amountPence);
  return {
    subject: `Your ${amount} is on its way back`,
    heading: `You are a member already, ${firstName(name)}`,
    paragraphs: [
      `You have a membership already, so we cancelled the second one and sent ${amount} back. It goes back the way you paid, and usually arrives within ten days.`,
      'The membership you had goes on as it was.',
      myMembership,
    ],
  };
}

function composeNotice(details: NoticeDetails): EmailContent {
  const { notice } = details;
  switch (notice.what) {
    case 'started':
      return composeStarted(details);
    case 'renewed':
      return composeRenewed(details);
    case 'payment-failed':
      return composePaymentFailed(details);
    case 'cancelling':
      return composeCancelling(details, notice);
    case 'resumed':
      return composeResumed(details);
    case 'pause':
      return composePause(details, notice);
    case 'pause-withdrawn':
      return composePauseWithdrawn(details);
    case 'ended':
      return composeEnded(details, notice);
    case 'price-change':
      return composePriceChange(details, notice);
    case 'plan-change':
      return composePlanChange(details);
    case 'plan-kept':
      return composePlanKept(details);
    case 'upgraded':
      return composeUpgraded(details, notice);
    case 'refused':
      return composeRefused(details, notice);
  }
}

export function membershipNoticeEmail(sender: Sender, details: NoticeDetails): StudioEmail {
  const content = composeNotice(details);
  const [first] = content.paragraphs;
  return studioEmail(sender, { ...content, preview: typeof first === 'string' ? first : content.subject });
}
