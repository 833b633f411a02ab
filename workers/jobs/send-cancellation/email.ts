import { type Sender, type StudioEmail, studioEmail } from '../../emails/studio-email.ts';
import { dayAndTime, firstName, levelName } from '../../emails/wording.ts';

interface Ended {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly status: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled';
  readonly passName: string;
}

const openings: Record<Ended['status'], (what: string) => string> = {
  cancelled: (what) => `You have cancelled ${what}.`,
  late_cancelled: (what) => `You have cancelled ${what}.`,
  removed: (what) => `The studio has taken you off ${what}.`,
  class_cancelled: (what) => `We are sorry: we had to cancel ${what}.`,
};

export function cancellationEmail(sender: Sender, ended: Ended): StudioEmail {
  const what = `${levelName(ended.level)} on ${dayAndTime(ended.startsAt)}`;
  const returned = ended.status !== 'late_cancelled';
  return studioEmail(sender, {
    subject: `Cancelled: ${levelName(ended.level)}, ${dayAndTime(ended.startsAt)}`,
    preview: returned
      ? 'Your pass is back.'
      : 'It was less than 24 hours away, so the pass does not come back.',
    heading:
      ended.status === 'class_cancelled' ? 'Your class was cancelled' : `Cancelled, ${firstName(ended.name)}`,
    paragraphs: [
      openings[ended.status](what),
      returned
        ? `The pass is back in your ${ended.passName}.`
        : 'It was less than 24 hours before the class, so the pass does not come back.',
      { label: 'Book another class', path: '/book-classes' },
    ],
  });
}
