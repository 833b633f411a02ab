import { Link, useSearchParams } from 'react-router-dom';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { ClassHistory } from './class-history.tsx';
import { MemberHistory } from './member-history.tsx';
import { Books } from './overview/books.tsx';
import { figureParams, getFigurePath, parseFigure } from './overview/figure.ts';
import { FigureEvents } from './overview/figure-events.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { RulebookHistory } from './rulebook-history.tsx';
import { SearchSection } from './search-section.tsx';
import { formatSubject, parseSubject, rulebookSubject } from './subject.ts';
import { SubjectLink } from './subject-link.tsx';
import { useHistoryAddress } from './use-history-address.ts';
import { VerifyPanel } from './verify-panel.tsx';

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'histories', label: 'Histories' },
  { id: 'verify', label: 'Check the store' },
] as const;

const historyViews = {
  member: MemberHistory,
  class: ClassHistory,
  payment: PaymentHistory,
  rulebook: RulebookHistory,
};

function Overview() {
  const [search] = useSearchParams();
  const figure = parseFigure(search);
  if (figure !== null) return <FigureEvents key={getFigurePath(figure)} {...figure} />;
  return (
    <div className="flex flex-col gap-10">
      <SearchSection />
      <Books />
    </div>
  );
}

function Histories() {
  const subject = parseSubject(useHistoryAddress().search);
  const HistoryView = subject && historyViews[subject.kind];
  return (
    <div className="flex flex-col gap-8">
      <SearchSection />
      {subject === null && (
        <p>
          <SubjectLink {...rulebookSubject} /> has a history too: every rule, and who changed it.
        </p>
      )}
      {HistoryView && <HistoryView key={formatSubject(subject)} id={subject.id} />}
    </div>
  );
}

const panels = { overview: Overview, histories: Histories, verify: VerifyPanel };

/** The tab in the address; an address of a history needs no tab. */
function useView(): (typeof tabs)[number]['id'] {
  const view = useTab('view', tabs);
  const [search] = useSearchParams();
  return !search.has('view') && parseSubject(search) !== null ? 'histories' : view;
}

const activityIntervalMs = 60_000;

function AuditDashboard() {
  const view = useView();
  const Content = panels[view];
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
        resets={figureParams}
        aside={
          isAdmin && (
            <Button asChild variant="quiet" size="sm">
              <Link to="/admin">Admin</Link>
            </Button>
          )
        }
      />
      <Content />
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
