import { formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';

interface ExpiryDetails {
  readonly name: string;
  readonly passName: string;
  readonly granted: number;
  readonly available: number;
  readonly expiresAt: Date;
  /** Whole London days; 0 on the last day. */
  readonly daysLeft: number;
}

function describeExpiry({ passName, granted, available, expiresAt, daysLeft }: ExpiryDetails): string {
  const what = granted === 1 ? `Your ${passName}` : `${formatPasses(available)} of your ${passName}`;
  const days = ['today', 'tomorrow'];
  return `${what} ${available === 1 ? 'expires' : 'expire'} ${days[daysLeft] ?? `on ${formatLongDay(expiresAt)}`}`;
}

function composeHeading({ name, daysLeft }: ExpiryDetails): string {
  if (daysLeft === 0) return `The last day, ${firstName(name)}`;
  return `${daysLeft === 1 ? 'One day' : `${daysLeft} days`} left, ${firstName(name)}`;
}

export function expiryReminderEmail(sender: Sender, expiry: ExpiryDetails): StudioEmail {
  const { passName, available, expiresAt, daysLeft } = expiry;
  const lastDay = formatLongDay(expiresAt);
  const until =
    daysLeft === 0 ? 'A class today still counts.' : `Any class up to and including ${lastDay} still counts.`;
  return studioEmail(sender, {
    subject: describeExpiry(expiry),
    preview: until,
    heading: composeHeading(expiry),
    paragraphs: [`${describeExpiry(expiry)}. ${until}`, { label: 'Book a class', path: '/book-classes' }],
    facts: [
      { label: 'Pass', value: passName },
      { label: 'Left to use', value: formatPasses(available) },
      { label: 'Use by', value: lastDay },
    ],
  });
}
