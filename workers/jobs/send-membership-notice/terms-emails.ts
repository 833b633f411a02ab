import { formatCalendarDay, formatDayTime, formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { periodNames } from '#domain/plan/period.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';
import {
  describeNextCharge,
  type EmailContent,
  type Membership,
  myMembership,
  type Notice,
  type NoticeDetails,
} from './content.ts';

function describeRemainingPasses({ remainingPasses, expiresAt }: Membership, now: Date): string[] {
  if (remainingPasses === 0 || expiresAt < now) return [];
  return [`You have ${formatPasses(remainingPasses)} left, to use by ${formatLongDay(expiresAt)}.`];
}

export function composeCancelling(
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

export function composeResumed({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: 'Your membership goes on',
    heading: `Good to have you, ${firstName(name)}`,
    paragraphs: [
      ['Your membership is no longer cancelled.', ...describeNextCharge(membership)].join(' '),
      myMembership,
    ],
  };
}

export function composePause(
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

export function composePauseWithdrawn({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: 'Your membership is not paused after all',
    heading: `No pause, ${firstName(name)}`,
    paragraphs: [['Your pause is withdrawn.', ...describeNextCharge(membership)].join(' '), myMembership],
  };
}

export function composeEnded({ membership, now }: NoticeDetails, { reason }: Notice<'ended'>): EmailContent {
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

export function composePriceChange(
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

export function composePlanChange({ name, membership }: NoticeDetails): EmailContent {
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

export function composePlanKept({ name, membership }: NoticeDetails): EmailContent {
  return {
    subject: `You keep ${membership.planName}`,
    heading: `Your plan stays as it is, ${firstName(name)}`,
    paragraphs: [
      [`You keep ${membership.planName}.`, ...describeNextCharge(membership)].join(' '),
      myMembership,
    ],
  };
}
