import { Link } from 'react-router-dom';
import type { Person } from '#services/contract/person.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { ComplaintStatus } from '../admin-complaints/complaint-status.tsx';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

type ComplaintsProps = Pick<Person, 'complaints'> & { now: string };

/** The complaints about data that were made with the member's address. */
export const ComplaintsSection = ({ complaints, now }: ComplaintsProps) => (
  <PersonSection id="complaints" title="Complaints about data" count={complaints.total}>
    {complaints.total === 0 ? (
      <NothingYet>None with this email address.</NothingYet>
    ) : (
      <ul className="divide-y divide-sand">
        {complaints.entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <Link
                to={`/admin/complaints#complaint-${entry.id}`}
                className="text-link inline-block min-h-6 font-medium leading-6"
              >
                Complaint of {formatDate(entry.receivedAt)}
              </Link>
              <p className="wrap-anywhere line-clamp-3 max-w-prose text-ink-muted">{entry.complaint?.text}</p>
            </div>
            <ComplaintStatus status={entry.status} dueAt={entry.dueAt} now={now} />
          </li>
        ))}
      </ul>
    )}
    <OlderLeftOut total={complaints.total} shown={complaints.entries.length} />
  </PersonSection>
);
