import { formatDayTime, formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, levelName } from '#workers/emails/wording.ts';

interface Ended {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly status: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled';
  readonly passName: string;
  readonly passExpiresAt: Date;
  /**
   * Whether the pass is usable again, came back too late to be used (to a lot that has expired, or a month of a membership
   * that is over), went on to a refund of its lot, or is lost.
   */
  readonly pass: 'back' | 'lapsed' | 'month_over' | 'refunded' | 'lost';
}

const openings: Record<Ended['status'], (what: string) => string> = {
  cancelled: (what) => `You have cancelled ${what}.`,
  late_cancelled: (what) => `You have cancelled ${what}.`,
  removed: (what) => `The studio has taken you off ${what}.`,
  class_cancelled: (what) => `We are sorry: we had to cancel ${what}.`,
};

const endings: Record<Ended['pass'], (passName: string, lastDay: string) => string> = {
  back: (passName, lastDay) => `The pass is back in your ${passName}, to use by ${lastDay}.`,
  lapsed: (passName, lastDay) =>
    `The pass went back to your ${passName}, which expired on ${lastDay}, so it can no longer be used.`,
  month_over: () =>
    'The pass went back to a month of your membership that is over, so it can no longer be used; passes do not move on to the next month.',
  refunded: (passName) => `Your ${passName} was paid back, so its pass has gone back too.`,
  lost: () => 'It was less than 24 hours before the class, so the pass does not come back.',
};

const previews: Record<Ended['pass'], string> = {
  back: 'Your pass is back.',
  lapsed: 'Your pass had expired by then.',
  month_over: 'The month that your pass belonged to is over.',
  refunded: 'The pass went back with its refund.',
  lost: 'It was less than 24 hours away, so the pass does not come back.',
};

export function cancellationEmail(sender: Sender, ended: Ended): StudioEmail {
  const what = `${levelName(ended.level)} on ${formatDayTime(ended.startsAt)}`;
  return studioEmail(sender, {
    subject: `Cancelled: ${levelName(ended.level)}, ${formatDayTime(ended.startsAt)}`,
    preview: previews[ended.pass],
    heading:
      ended.status === 'class_cancelled' ? 'Your class was cancelled' : `Cancelled, ${firstName(ended.name)}`,
    paragraphs: [
      openings[ended.status](what),
      endings[ended.pass](ended.passName, formatLongDay(ended.passExpiresAt)),
      { label: 'Book another class', path: '/book-classes' },
    ],
  });
}
