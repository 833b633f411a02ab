import type { AuditEventAnswer, AuditPaymentAnswer } from '#services/contract/audit.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { comparePayments } from './comparison.ts';
import { HistoryView } from './history-view.tsx';
import { LotCard } from './lot-card.tsx';
import { formatPassCounts } from './pass-states.ts';
import { SubjectLink } from './subject-link.tsx';

type Payment = NonNullable<AuditPaymentAnswer['payment']>;

const statusBadges: Record<Payment['status'], { text: string; tone: Tone }> = {
  started: { text: 'Started', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'rust' },
  abandoned: { text: 'Abandoned', tone: 'neutral' },
  succeeded: { text: 'Succeeded', tone: 'kelp' },
  refunded: { text: 'Refunded', tone: 'amber' },
};

function Header({ id, payment }: { id: string; payment: Payment | null }) {
  return (
    <header>
      <p className="text-ink-muted">The history of</p>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="wrap-anywhere text-2xl">Payment {id}</h2>
        {payment && (
          <Badge tone={statusBadges[payment.status].tone}>{statusBadges[payment.status].text}</Badge>
        )}
      </div>
      {payment === null ? (
        <p className="text-ink-muted">It was not started yet.</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 text-ink-muted">
          <span>
            {payment.passName}, {formatCount(payment.passes, 'pass', 'passes')},{' '}
            {formatExactPence(payment.amountPence)}
            {payment.refundedPence > 0 && `, ${formatExactPence(payment.refundedPence)} refunded`}
            {payment.disputedPence > 0 && `, ${formatExactPence(payment.disputedPence)} disputed`}
          </span>
          <SubjectLink kind="member" id={payment.memberId} />
        </p>
      )}
    </header>
  );
}

const PaymentState = ({ answer: { lot } }: { answer: AuditPaymentAnswer }) => (
  <Panel title="What it gave">
    {lot === null ? (
      <p className="text-ink-muted">It had given no passes.</p>
    ) : (
      <div className="max-w-xl">
        <LotCard lot={lot} />
      </div>
    )}
  </Panel>
);

const stateColumn = {
  header: 'Its lot after it',
  render: ({ balance }: AuditEventAnswer) => (balance === null ? '–' : formatPassCounts(balance)),
};

/** A payment and its lot at any moment. */
export const PaymentHistory = ({ id }: { id: string }) => (
  <HistoryView<AuditEventAnswer, AuditPaymentAnswer>
    path={`/api/audit/payments/${id}`}
    self={`payment/${id}`}
    header={({ payment }) => <Header id={id} payment={payment} />}
    state={(answer) => <PaymentState answer={answer} />}
    compare={comparePayments}
    stateColumn={stateColumn}
  />
);
