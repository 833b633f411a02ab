import { formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, passes } from '#workers/emails/wording.ts';

interface Expiring {
  readonly name: string;
  readonly passName: string;
  readonly granted: number;
  readonly available: number;
  readonly expiresAt: Date;
  /** Whole London days; 0 on the last one. */
  readonly daysLeft: number;
}

function endOf({ passName, granted, available, expiresAt, daysLeft }: Expiring): string {
  const what = granted === 1 ? `Your ${passName}` : `${passes(available)} of your ${passName}`;
  const days = ['today', 'tomorrow'];
  return `${what} ${available === 1 ? 'expires' : 'expire'} ${days[daysLeft] ?? `on ${formatLongDay(expiresAt)}`}`;
}

function daysLeftFor({ name, daysLeft }: Expiring): string {
  if (daysLeft === 0) return `The last day, ${firstName(name)}`;
  return `${daysLeft === 1 ? 'One day' : `${daysLeft} days`} left, ${firstName(name)}`;
}

export function expiryReminderEmail(sender: Sender, expiring: Expiring): StudioEmail {
  const { passName, available, expiresAt, daysLeft } = expiring;
  const lastDay = formatLongDay(expiresAt);
  const until =
    daysLeft === 0 ? 'A class today still counts.' : `Any class up to and including ${lastDay} still counts.`;
  return studioEmail(sender, {
    subject: endOf(expiring),
    preview: until,
    heading: daysLeftFor(expiring),
    paragraphs: [`${endOf(expiring)}. ${until}`, { label: 'Book a class', path: '/book-classes' }],
    facts: [
      { label: 'Pass', value: passName },
      { label: 'Left to use', value: passes(available) },
      { label: 'Use by', value: lastDay },
    ],
  });
}
