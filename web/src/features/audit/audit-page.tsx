import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { ClassHistory } from './class-history.tsx';
import { MemberHistory } from './member-history.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { formatSubject, parseSubject } from './subject.ts';
import { SubjectSearch } from './subject-search.tsx';
import { useHistoryAddress } from './use-history-address.ts';
import { VerifyPanel } from './verify-panel.tsx';

const tabs = [
  { id: 'histories', label: 'Histories' },
  { id: 'verify', label: 'Check the store' },
] as const;

const historyViews = { member: MemberHistory, class: ClassHistory, payment: PaymentHistory };

function Histories() {
  const subject = parseSubject(useHistoryAddress().search);
  const HistoryView = subject && historyViews[subject.kind];
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <SubjectSearch />
        <p className="flex items-start gap-2 text-ink-muted text-sm">
          <Eye aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          Looking is itself recorded: each member whom a search shows has a note of it in their history.
        </p>
      </div>
      {HistoryView && <HistoryView key={formatSubject(subject)} id={subject.id} />}
    </div>
  );
}

const activityIntervalMs = 60_000;

function AuditDashboard() {
  const view = useTab('view', tabs);
  // While its user is active, this keeps the session in use; half an hour after their last input it is refused, and the page closes.
  useRead('/api/audit/key', { refreshInterval: activityIntervalMs, refreshWhenHidden: true });
  const isAdmin = useStaffSession()?.role === 'admin';
  return (
    <div className="flex flex-col gap-6">
      <h1 className="sr-only">Auditor’s Desk</h1>
      <Tabs
        label="Auditor’s desk"
        tabs={tabs}
        current={view}
        param="view"
        aside={
          isAdmin && (
            <Button asChild variant="quiet" size="sm">
              <Link to="/admin">Admin</Link>
            </Button>
          )
        }
      />
      {view === 'verify' ? <VerifyPanel /> : <Histories />}
    </div>
  );
}

/** The page /audit. */
export const AuditPage = () => {
  useDocumentTitle('Auditor’s Desk');
  return (
    <StaffGate staffRole="auditor">
      <AuditDashboard />
    </StaffGate>
  );
};
