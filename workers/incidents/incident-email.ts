import { formatDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '../emails/studio-email.ts';
import type { Incident } from './find-incidents.ts';

interface IncidentText {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly (string | { label: string; path: string })[];
  /** The title of its section in docs/operations.md. */
  readonly section: string;
}

const formatCount = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** Long, since it has the text of each kind of incident. */
function describeIncident(incident: Incident): IncidentText {
  switch (incident.kind) {
    case 'projection-stopped':
      return {
        subject: 'Part of the studio’s pages stands still',
        heading: 'Part of the pages stands still',
        paragraphs: [
          `The part called “${incident.projection}” met an entry that it can’t read, and has stopped at it. What it shows may be out of date from then on.`,
          'No booking, pass or payment is lost: they go on being kept, and the rest of the site works as before. It goes on from the same place once this is mended.',
        ],
        section: 'Projection stopped',
      };
    case 'verification-failed':
      return {
        subject: 'The nightly check found something that does not add up',
        heading: 'Something does not add up',
        paragraphs: [
          `The check of the night of ${incident.ref} found ${formatCount(incident.exceptions, 'thing')} that can’t be right${incident.wallets === 0 ? '' : `, in the passes of ${formatCount(incident.wallets, 'member')} among them`}. Nothing was changed by it.`,
          'The auditor’s desk shows what, and about whom.',
          { label: 'Open the auditor’s desk', path: '/audit' },
        ],
        section: 'Unbalanced wallets',
      };
    case 'verification-late':
      return {
        subject: 'The nightly check has not run',
        heading: 'The nightly check has not run',
        paragraphs: [
          `For ${formatCount(incident.days, 'day')} the check of all passes and payments has not come to its end. This says nothing about whether they are right; only that nobody has looked.`,
        ],
        section: 'Verification too old',
      };
    case 'jobs-dead':
      return {
        subject: 'A task was given up',
        heading: 'A task was given up',
        paragraphs: [
          `${formatCount(incident.count, 'task')} of the kind “${incident.ref}” could not be done, after every try. If it was an email, someone has not had it.`,
          'An admin can see the tasks, and have them tried again.',
          { label: 'Open the list of tasks', path: '/api/admin/jobs' },
        ],
        section: 'Jobs dead',
      };
    case 'webhooks-stuck':
      return {
        subject: 'Messages about payments wait',
        heading: 'Messages about payments wait',
        paragraphs: [
          `${formatCount(incident.count, 'message')} of the payment provider could not be acted on, the oldest for ${formatCount(incident.hours, 'hour')}. A pass that was paid for, or a refund, may not show yet; it is not lost, and they are tried again and again.`,
        ],
        section: 'Webhooks stuck',
      };
    case 'refunds-failed':
      return {
        subject: 'A refund did not arrive',
        heading: 'A refund did not arrive',
        paragraphs: [
          `${formatCount(incident.count, 'refund')} of ${formatPounds(incident.pence)} in all came back from the members’ banks. The money is the studio’s again, and the passes are the members’; they were told by email.`,
          'Who would rather have the money needs another way to get it.',
          { label: 'Open the refunds', path: '/admin?tab=refunds' },
        ],
        section: 'Refunds failed',
      };
    case 'complaints-due':
      return {
        subject: 'A complaint about data waits',
        heading: 'A complaint about data waits',
        paragraphs: [
          [
            ...(incident.unanswered === 0
              ? []
              : [
                  `${formatCount(incident.unanswered, 'complaint')} about personal data without an answer, the first due on ${formatDay(incident.firstDueAt)}.`,
                ]),
            ...(incident.unacknowledged === 0
              ? []
              : [
                  `Of ${formatCount(incident.unacknowledged, 'complaint')} the acknowledgement could not be sent; the law asks for it within 30 days, and an answer counts as one.`,
                ]),
          ].join(' '),
          { label: 'Open the complaints', path: '/admin/complaints' },
        ],
        section: 'Complaints due',
      };
  }
}

/** The email to the studio about an incident: its meaning, what is unaffected and the runbook section; no member data. */
export function incidentEmail(sender: Sender, incident: Incident): StudioEmail {
  const { subject, heading, paragraphs, section } = describeIncident(incident);
  return studioEmail(sender, {
    subject: `${sender.studioName}: ${subject}`,
    preview: heading,
    heading,
    paragraphs: [
      ...paragraphs,
      `Please pass this on to whoever looks after the system: the runbook has a section “${section}”. You get this once a day as long as it lasts.`,
    ],
  });
}
