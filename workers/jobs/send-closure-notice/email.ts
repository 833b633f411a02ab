import { formatCalendarDay, formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';

interface ClosureNotice {
  readonly name: string;
  readonly what: 'extended' | 'withdrawn';
  /** The closures ahead, the next first. */
  readonly closures: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
  /** The living lots, which end soonest first. */
  readonly lots: readonly {
    readonly passName: string;
    readonly available: number;
    readonly expiresAt: string;
  }[];
}

const formatWeekday = (day: string) => formatCalendarDay(day, 'EEEE d MMMM');

const describeClosure = ({ from, to, reason }: ClosureNotice['closures'][number]): string =>
  `${from === to ? `On ${formatWeekday(from)}` : `From ${formatWeekday(from)} to ${formatWeekday(to)}`} we are closed: ${reason}.`;

export function closureNoticeEmail(
  sender: Sender,
  { name, what, closures, lots }: ClosureNotice,
): StudioEmail {
  const isLonger = what === 'extended';
  return studioEmail(sender, {
    subject: isLonger ? 'We are closed for some days, and your passes last longer' : 'We are open after all',
    preview: isLonger
      ? 'Each day on which we are closed is added to your passes.'
      : 'Your passes last as long as before.',
    heading: isLonger
      ? `Your passes last longer, ${firstName(name)}`
      : `We are open after all, ${firstName(name)}`,
    paragraphs: [
      ...closures.map(describeClosure),
      isLonger
        ? 'So that you lose nothing, each of these days is added to your passes.'
        : 'Closing days were lifted before they began, so the days that your passes had gained for them are taken off again.',
      { label: 'See my passes', path: '/my-passes' },
    ],
    facts: lots.map(({ passName, available, expiresAt }) => ({
      label: passName,
      value: `${formatPasses(available)}, use by ${formatLongDay(expiresAt)}`,
    })),
  });
}
