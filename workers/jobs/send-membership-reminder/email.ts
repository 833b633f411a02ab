import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';

interface RenewalDetails {
  readonly name: string;
  readonly pricePence: number;
  readonly interval: MembershipRow['interval'];
  readonly monthlyPasses: number;
  readonly remainingPasses: number;
  readonly status: MembershipRow['status'];
  readonly chargedAt: Date;
}

const thisPeriod = { month: 'this month', '4_weeks': 'these four weeks' } as const;
const thisPeriodIs = { month: 'This month is', '4_weeks': 'These four weeks are' } as const;
const newPeriods = { month: 'A new month', '4_weeks': 'Four new weeks' } as const;

export function membershipReminderEmail(
  sender: Sender,
  { name, status, pricePence, interval, monthlyPasses, remainingPasses, chargedAt }: RenewalDetails,
): StudioEmail {
  const day = formatLongDay(chargedAt);
  const used = {
    active: `You have used all your passes of ${thisPeriod[interval]}.`,
    paused: 'Your membership is paused until then, and comes back by itself.',
    past_due: `${thisPeriodIs[interval]} not paid, so you have no passes until then.`,
    ended: 'Your membership has ended.',
  }[status];
  const left =
    remainingPasses === 0 || status === 'paused'
      ? used
      : `You have ${formatPasses(remainingPasses)} left of ${thisPeriod[interval]}. Passes do not roll over, so use what you can before then.`;
  return studioEmail(sender, {
    subject: status === 'paused' ? `Your membership is back on ${day}` : `Your membership renews on ${day}`,
    preview: `${formatPounds(pricePence)} on ${day}, for ${monthlyPasses} fresh passes.`,
    heading: `${newPeriods[interval]} soon, ${firstName(name)}`,
    paragraphs: [
      `On ${day} we take ${formatPounds(pricePence)} from your card, and you get ${monthlyPasses} fresh passes.`,
      left,
      { label: 'Book a class', path: '/book-classes' },
      'If you would rather stop, cancel before that day on the page My Membership, or reply to this email.',
      { label: 'See my membership', path: '/my-membership' },
    ],
    facts: [
      { label: 'Next charge', value: `${formatPounds(pricePence)} on ${day}` },
      ...(status === 'paused' ? [] : [{ label: 'Left to use', value: formatPasses(remainingPasses) }]),
    ],
  });
}
