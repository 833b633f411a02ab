import type { ComplaintsAnswer } from '#services/contract/complaints.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { ComplaintCard } from './complaint-card.tsx';
import { complaintsPath } from './complaints-path.ts';

function ComplaintLog() {
  const read = useRead<ComplaintsAnswer>(complaintsPath, { revalidateOnFocus: true });
  return (
    <div className="flex flex-col gap-4">
      <BackLink to="/admin">Admin Dashboard</BackLink>
      <header>
        <h1 className="text-3xl">Complaints about data</h1>
        <p className="mt-1 max-w-prose text-ink-muted">
          Each is acknowledged by email as it comes in. The law gives 30 days for that; answer it by then as
          well. They are erased 24 months after the last answer.
        </p>
      </header>
      <Loadable what="complaints" read={read} height="h-80">
        {({ complaints, now }) =>
          complaints.length === 0 ? (
            <p className="text-ink-muted">No complaints. The form is on the page /complaints.</p>
          ) : (
            <ul className="flex max-w-3xl flex-col">
              {complaints.map((entry) => (
                <ComplaintCard key={entry.id} entry={entry} now={now} />
              ))}
            </ul>
          )
        }
      </Loadable>
    </div>
  );
}

/** The page /admin/complaints. */
export const ComplaintsPage = () => {
  useDocumentTitle('Complaints');
  return (
    <StaffGate staffRole="admin">
      <ComplaintLog />
    </StaffGate>
  );
};
