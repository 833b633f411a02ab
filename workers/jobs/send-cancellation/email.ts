import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime, formatLongDay, toLondonDay } from '#domain/london-time.ts';
import { describeLateness } from '#domain/rules/wording.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface CancellationDetails {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly freeUntil: Date;
  readonly status: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled';
  /** Why the studio is closed on the day of a class that it cancelled; null when it is open. */
  readonly closedFor: string | null;
  readonly passName: string;
  readonly passExpiresAt: Date;
  /**
   * The pass is usable again, came back too late (an expired lot, a past month of a membership), or was revoked because its lot
   * was refunded. Or it is lost, or lost unless another member takes the place.
   */
  readonly pass: 'back' | 'lapsed' | 'month_over' | 'refunded' | 'lost' | 'refillable';
}

const openings: Record<CancellationDetails['status'], (what: string, closedFor: string | null) => string> = {
  cancelled: (what) => `You have cancelled ${what}.`,
  late_cancelled: (what) => `You have cancelled ${what}.`,
  removed: (what) => `The studio has taken you off ${what}.`,
  class_cancelled: (what, closedFor) =>
    closedFor === null
      ? `We are sorry: we had to cancel ${what}.`
      : `We are sorry: we had to cancel ${what}, because we are closed that day (${closedFor}).`,
};

const endings: Record<
  CancellationDetails['pass'],
  (details: CancellationDetails, lastDay: string) => string
> = {
  back: ({ passName }, lastDay) => `The pass is back in your ${passName}, to use by ${lastDay}.`,
  lapsed: ({ passName }, lastDay) =>
    `The pass went back to your ${passName}, which expired on ${lastDay}, so it can no longer be used.`,
  month_over: () =>
    'The pass went back to a month of your membership that is over, so it can no longer be used; passes do not move on to the next month.',
  refunded: ({ passName }) => `Your ${passName} was paid back, so its pass has gone back too.`,
  lost: (details) =>
    `It was ${describeLateness(details, 'before the class')}, so the pass does not come back.`,
  refillable: (details) =>
    `It was ${describeLateness(details, 'before the class')}. If someone else takes your place before the class, your pass comes back, and we email you. Otherwise it is lost.`,
};

const previews: Record<CancellationDetails['pass'], string | ((details: CancellationDetails) => string)> = {
  back: 'Your pass is back.',
  lapsed: 'Your pass had expired by then.',
  month_over: 'The month that your pass belonged to is over.',
  refunded: 'The pass went back with its refund.',
  lost: (details) => `It was ${describeLateness(details)}, so the pass does not come back.`,
  refillable: () => 'Your pass comes back if someone else takes your place.',
};

export function cancellationEmail(sender: Sender, cancellation: CancellationDetails): StudioEmail {
  const what = `${levelName(cancellation.level)} on ${formatDayTime(cancellation.startsAt)}`;
  const preview = previews[cancellation.pass];
  return studioEmail(sender, {
    subject: `Cancelled: ${levelName(cancellation.level)}, ${formatDayTime(cancellation.startsAt)}`,
    preview: typeof preview === 'string' ? preview : preview(cancellation),
    heading:
      cancellation.status === 'class_cancelled'
        ? 'Your class was cancelled'
        : `Cancelled, ${firstName(cancellation.name)}`,
    paragraphs: [
      openings[cancellation.status](what, cancellation.closedFor),
      endings[cancellation.pass](cancellation, formatLongDay(cancellation.passExpiresAt)),
      { label: 'Book another class', path: `/book-classes?date=${toLondonDay(cancellation.startsAt)}` },
    ],
  });
}
