import { formatDayTime, formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, passes, transactionId } from '#workers/emails/wording.ts';
import type { MembershipNotice } from './definition.ts';

/** A month that was paid for. */
export interface MonthPaid {
  readonly amountPence: number;
  readonly paidAt: Date;
  readonly periodEnd: Date;
  readonly paymentIntentId: string | null;
}

interface Told {
  readonly name: string;
  readonly notice: MembershipNotice;
  /** Of a notice that is a receipt. */
  readonly month: MonthPaid | null;
  /** As it stands now. */
  readonly membership: Pick<
    MembershipRow,
    | 'status'
    | 'cancelAtPeriodEnd'
    | 'pricePence'
    | 'monthlyPasses'
    | 'remainingPasses'
    | 'expiresAt'
    | 'currentPeriodEnd'
    | 'nextAttemptAt'
  >;
  readonly now: Date;
}

type Membership = Told['membership'];
type Words = {
  subject: string;
  heading: string;
  paragraphs: (string | { label: string; path: string })[];
  facts?: { label: string; value: string }[];
};
type Notice<What extends MembershipNotice['what']> = Extract<MembershipNotice, { what: What }>;

const myMembership = { label: 'See my membership', path: '/my-membership' };
const bookClasses = { label: 'Book a class', path: '/book-classes' };
const howToStop =
  'You can cancel at any time on the page My Membership, or by replying to this email; it then runs to the end of the month that is paid.';

/** What comes next; nothing where no charge lies ahead. */
function nextCharge({
  status,
  cancelAtPeriodEnd,
  currentPeriodEnd,
  pricePence,
  monthlyPasses,
}: Membership): string[] {
  if (status !== 'active' || cancelAtPeriodEnd) return [];
  return [
    `On ${formatLongDay(currentPeriodEnd)} we take ${formatPounds(pricePence)} for the next month, and you get ${monthlyPasses} fresh passes. Passes do not roll over.`,
  ];
}

function stillToUse({ remainingPasses, expiresAt }: Membership, now: Date): string[] {
  if (remainingPasses === 0 || expiresAt < now) return [];
  return [`You have ${passes(remainingPasses)} left, to use by ${formatLongDay(expiresAt)}.`];
}

function receiptFacts({ amountPence, paidAt, periodEnd, paymentIntentId }: MonthPaid, count: number) {
  return [
    { label: 'Paid', value: formatPounds(amountPence) },
    { label: 'Date', value: formatLongDay(paidAt) },
    { label: 'Passes', value: String(count) },
    { label: 'Use by', value: formatLongDay(periodEnd) },
    ...(paymentIntentId === null ? [] : [{ label: 'Transaction ID', value: transactionId(paymentIntentId) }]),
  ];
}

function monthOf({ month, notice }: Told): MonthPaid {
  if (month === null)
    throw new Error(`A notice of kind ${notice.what} is a receipt, and lacks what was paid`);
  return month;
}

function started(told: Told): Words {
  const { name, membership } = told;
  const month = monthOf(told);
  return {
    subject: 'Your membership has begun',
    heading: `Your membership has begun, ${firstName(name)}`,
    paragraphs: [
      `You have ${membership.monthlyPasses} passes to use until ${formatLongDay(month.periodEnd)}.`,
      bookClasses,
      ...nextCharge(membership),
      howToStop,
      myMembership,
    ],
    facts: receiptFacts(month, membership.monthlyPasses),
  };
}

function renewed(told: Told): Words {
  const { name, membership } = told;
  const month = monthOf(told);
  return {
    subject: `Your membership has renewed: ${formatPounds(month.amountPence)}`,
    heading: `A new month, ${firstName(name)}`,
    paragraphs: [
      `We have received ${formatPounds(month.amountPence)}. You have ${membership.monthlyPasses} fresh passes to use until ${formatLongDay(month.periodEnd)}; any that you had left of the last month have lapsed.`,
      bookClasses,
      ...nextCharge(membership),
      howToStop,
      myMembership,
    ],
    facts: receiptFacts(month, membership.monthlyPasses),
  };
}

function paymentFailed({ membership: { pricePence, nextAttemptAt } }: Told): Words {
  const refused = `Your card was refused for the ${formatPounds(pricePence)} of the next month.`;
  return {
    subject: 'We could not take your membership payment',
    heading: 'Your membership is not paid',
    paragraphs: [
      nextAttemptAt === null
        ? `${refused} That was the last try, so your membership will end. To keep it, please pay now.`
        : `${refused} We try it again on ${formatDayTime(nextAttemptAt)}. You can also pay now, with this card or another.`,
      { label: 'Pay now', path: '/my-membership' },
      'Until it is paid you cannot book new classes with the membership. The classes you have booked stand.',
    ],
  };
}

function cancelling({ name, membership, now }: Told, { endsAt }: Notice<'cancelling'>): Words {
  const day = formatLongDay(new Date(endsAt));
  return {
    subject: `Your membership ends on ${day}`,
    heading: `Your membership is cancelled, ${firstName(name)}`,
    paragraphs: [
      [`It ends on ${day} and does not renew.`, ...stillToUse(membership, now)].join(' '),
      `If you change your mind, you can keep it until ${formatDayTime(new Date(endsAt))}.`,
      myMembership,
    ],
  };
}

function resumed({ name, membership }: Told): Words {
  return {
    subject: 'Your membership goes on',
    heading: `Good to have you, ${firstName(name)}`,
    paragraphs: [
      ['Your membership is no longer cancelled.', ...nextCharge(membership)].join(' '),
      myMembership,
    ],
  };
}

function ended({ membership, now }: Told, { reason }: Notice<'ended'>): Words {
  const price = formatPounds(membership.pricePence);
  return {
    subject: 'Your membership has ended',
    heading: 'Your membership has ended',
    paragraphs: [
      [
        reason === 'unpaid'
          ? `We could not take the ${price} of the next month, so your membership has ended. Your card will not be tried again.`
          : 'Your membership has ended, and nothing further will be charged.',
        ...stillToUse(membership, now),
        'The classes you have booked stand.',
      ].join(' '),
      'You are welcome back at any time, as a member or with a class pass.',
      { label: 'See the membership', path: '/membership' },
    ],
  };
}

function refused({ name }: Told, { amountPence }: Notice<'refused'>): Words {
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

function wordsFor(told: Told): Words {
  const { notice } = told;
  switch (notice.what) {
    case 'started':
      return started(told);
    case 'renewed':
      return renewed(told);
    case 'payment-failed':
      return paymentFailed(told);
    case 'cancelling':
      return cancelling(told, notice);
    case 'resumed':
      return resumed(told);
    case 'ended':
      return ended(told, notice);
    case 'refused':
      return refused(told, notice);
  }
}

export function membershipNoticeEmail(sender: Sender, told: Told): StudioEmail {
  const words = wordsFor(told);
  const [first] = words.paragraphs;
  return studioEmail(sender, { ...words, preview: typeof first === 'string' ? first : words.subject });
}
