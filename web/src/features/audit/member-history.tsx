import { Link } from 'react-router-dom';
import type { AuditEventAnswer, AuditPassesAnswer } from '#services/contract/audit.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { getPersonPath } from '#web/lib/person-path.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { comparePasses } from './comparison.ts';
import { ErasurePanel } from './erasure-panel.tsx';
import { ExceptionList } from './exception-list.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { HistoryView } from './history-view.tsx';
import { LotCard } from './lot-card.tsx';
import { PassStateBar, PassStateCounts } from './pass-state-bar.tsx';
import { formatPassCounts } from './pass-states.ts';
import { VerdictBanner } from './verdict-banner.tsx';

function Header({ answer, instant }: { answer: AuditPassesAnswer; instant: string | null }) {
  const { memberId, name, email, erased } = answer.member;
  // The page of a member is open to admins only.
  const isAdmin = useStaffSession()?.role === 'admin';
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="text-ink-muted">The passes of</p>
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 className="text-2xl">{name ?? (erased ? 'An erased member' : 'A member without a name')}</h2>
          {erased && <Badge tone="amber">Erased</Badge>}
        </div>
        {erased ? (
          <p className="max-w-prose text-ink-muted">
            Their personal data is gone for good. Their passes are still accounted for.
          </p>
        ) : (
          <p className="wrap-anywhere text-ink-muted">{email}</p>
        )}
        {isAdmin && !erased && (
          <Link to={getPersonPath(memberId)} className="text-link inline-block min-h-6 leading-6">
            The page of this member
          </Link>
        )}
        <p className="wrap-anywhere text-ink-muted text-sm">Member {memberId}</p>
      </div>
      <ExportButtons memberId={memberId} instant={instant} />
    </header>
  );
}

const BalanceVerdict = ({ answer: { balanced, exceptions, totals, lots } }: { answer: AuditPassesAnswer }) =>
  balanced ? (
    <VerdictBanner hasPassed title="In balance">
      <p>
        {totals.granted === 0
          ? 'No pass was granted up to then.'
          : `Each of the ${formatCount(totals.granted, 'pass', 'passes')} of ${formatCount(lots.length, 'lot', 'lots')} is in exactly one place, after every event up to then.`}
      </p>
    </VerdictBanner>
  ) : (
    <VerdictBanner
      hasPassed={false}
      title={`Not in balance: ${formatCount(exceptions.length, 'exception', 'exceptions')}`}
    >
      <ExceptionList exceptions={exceptions} />
    </VerdictBanner>
  );

function WalletState({ answer }: { answer: AuditPassesAnswer }) {
  const { lots, totals, member } = answer;
  return (
    <>
      {member.erased && <ErasurePanel memberId={member.memberId} />}
      <BalanceVerdict answer={answer} />
      <Panel
        title="Lots"
        intro="A lot is what came at once: a purchase, a month of a membership, or what staff gave."
      >
        {lots.length === 0 ? (
          <p className="text-ink-muted">There was no lot yet.</p>
        ) : (
          <>
            {lots.length > 1 && (
              <Card as="section" aria-label="All lots" className="flex flex-col gap-3">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-display text-lg">
                    {formatCount(totals.granted, 'pass', 'passes')} in{' '}
                    {formatCount(lots.length, 'lot', 'lots')}
                  </span>
                  <span className="tabular text-ink-muted">
                    {formatExactPence(totals.unusedPence)} unused of {formatExactPence(totals.valuePence)}
                  </span>
                </p>
                <PassStateBar counts={totals} className="h-4" />
                <PassStateCounts counts={totals} isWide />
              </Card>
            )}
            <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
              {lots.map((lot) => (
                <LotCard key={lot.lotId} lot={lot} />
              ))}
            </div>
          </>
        )}
      </Panel>
    </>
  );
}

const stateColumn = {
  header: 'Its lot after it',
  render: ({ balance, lotId }: AuditEventAnswer) =>
    balance === null ? (
      '–'
    ) : (
      <span className="block min-w-32">
        <PassStateBar counts={balance} className="mb-1 h-2" />
        {formatPassCounts(balance)}
        <span className="block wrap-anywhere text-ink-muted text-sm">Lot {lotId}</span>
      </span>
    ),
};

/** A member's passes at any moment. */
export const MemberHistory = ({ id }: { id: string }) => (
  <HistoryView<AuditEventAnswer, AuditPassesAnswer>
    path={`/api/audit/members/${id}/passes`}
    self={`member/${id}`}
    header={(answer, instant) => <Header answer={answer} instant={instant} />}
    state={(answer) => <WalletState answer={answer} />}
    compare={comparePasses}
    stateColumn={stateColumn}
  />
);
