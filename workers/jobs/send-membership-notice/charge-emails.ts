import { formatDayTime, formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { PlanInterval } from '#domain/plan/events.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { periodNames } from '#domain/plan/period.ts';
import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import { firstName, transactionId } from '#workers/emails/wording.ts';
import {
  describeNextCharge,
  type EmailContent,
  type Membership,
  type MonthPaid,
  myMembership,
  type Notice,
  type NoticeDetails,
} from './content.ts';

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

export function composeStarted(details: NoticeDetails): EmailContent {
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

export function composeRenewed(details: NoticeDetails): EmailContent {
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

export function composePaymentFailed({
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

export function composeUpgraded(details: NoticeDetails, { passes }: Notice<'upgraded'>): EmailContent {
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

export function composeRefused({ name }: NoticeDetails, { amountPence }: Notice<'refused'>): EmailContent {
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
