import type { Person, PersonEmail } from '#services/contract/person.ts';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { addressFaultTexts } from '../admin-members/address-fault-texts.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';
import { Rows } from './record-sections.tsx';

const outcomes: Readonly<Record<NonNullable<PersonEmail['outcome']>, { text: string; tone: Tone }>> = {
  deferred: { text: 'Delayed', tone: 'amber' },
  soft_bounce: { text: 'Bounced for now', tone: 'amber' },
  delivered: { text: 'Delivered', tone: 'kelp' },
  error: { text: 'Failed', tone: 'rust' },
  invalid_email: { text: 'Bounced', tone: 'rust' },
  blocked: { text: 'Blocked', tone: 'rust' },
  hard_bounce: { text: 'Bounced', tone: 'rust' },
  spam: { text: 'Reported as spam', tone: 'rust' },
};

function Email({ email: { kind, sentAt, outcome, outcomeAt } }: { email: PersonEmail }) {
  const shown = outcome === null ? ({ text: 'Sent', tone: 'neutral' } as const) : outcomes[outcome];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div>
        <p>{capitalise(kind.replaceAll('-', ' '))}</p>
        <p className="tabular text-ink-muted text-sm">
          Sent {formatDayTime(sentAt)}
          {outcomeAt !== null && `, ${shown.text.toLowerCase()} ${formatDayTime(outcomeAt)}`}
        </p>
      </div>
      <Badge tone={shown.tone}>{shown.text}</Badge>
    </li>
  );
}

/** What was sent and what became of it, and what the mail provider reported about the address. */
export const EmailsSection = ({ emails, addressMarks }: Pick<Person, 'emails' | 'addressMarks'>) => (
  <PersonSection id="emails" title="Emails sent" count={emails.total}>
    {addressMarks.total > 0 && (
      <div className="rounded-card bg-rust-tint px-4 py-2">
        <h3 className="font-semibold text-base">About the address</h3>
        <Rows
          rows={addressMarks.entries.map(({ at, fault }) => ({
            key: `mark ${at}`,
            text: fault === null ? 'The address is tried again' : capitalise(addressFaultTexts[fault]),
            details: formatDayTime(at),
          }))}
        />
      </div>
    )}
    {emails.total === 0 ? (
      <NothingYet>No email was sent yet.</NothingYet>
    ) : (
      <ul className="divide-y divide-sand">
        {emails.entries.map((email) => (
          <Email key={email.id} email={email} />
        ))}
      </ul>
    )}
    <OlderLeftOut total={emails.total} shown={emails.entries.length} />
  </PersonSection>
);
