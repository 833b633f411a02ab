import { formatDayTime } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, levelName } from '#workers/emails/wording.ts';

interface Booked {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly instructorName: string;
  readonly freeUntil: Date;
  readonly passName: string;
  /** The class that it was moved from, if it was. */
  readonly movedFrom?: { readonly level: string; readonly startsAt: Date } | undefined;
}

/** Until when the pass comes back, or that it no longer does. */
function cancelling({ freeUntil }: Booked, now: Date): { label: string; value: string } {
  return now <= freeUntil
    ? { label: 'Free to cancel until', value: formatDayTime(freeUntil) }
    : { label: 'If you cancel', value: 'Less than 24 hours away: no pass comes back' };
}

/** A booking as it stands at `now`: a new one, or one that was moved from another class. */
export function bookingConfirmationEmail(sender: Sender, booked: Booked, now: Date): StudioEmail {
  const { movedFrom, name } = booked;
  const when = formatDayTime(booked.startsAt);
  const what = `${levelName(booked.level)}, ${when}`;
  const rule = cancelling(booked, now);
  const welcome = `We look forward to seeing you on ${when}. Please arrive five minutes early, with grip socks.`;
  return studioEmail(sender, {
    subject: movedFrom ? `Moved: ${what}` : `Booked: ${what}`,
    preview: now <= booked.freeUntil ? `${rule.label} ${rule.value}.` : `${rule.value}.`,
    heading: movedFrom ? `Moved, ${firstName(name)}` : `You are booked, ${firstName(name)}`,
    paragraphs: [
      ...(movedFrom
        ? [
            `Your place in ${levelName(movedFrom.level)} on ${formatDayTime(movedFrom.startsAt)} is given up, and its pass is used for this class.`,
          ]
        : []),
      welcome,
      { label: 'See my classes', path: '/my-classes' },
    ],
    facts: [
      { label: 'Class', value: levelName(booked.level) },
      { label: 'When', value: when },
      { label: 'Instructor', value: booked.instructorName },
      { label: 'Pass', value: booked.passName },
      rule,
    ],
  });
}
