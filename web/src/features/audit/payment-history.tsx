import type { AuditEventAnswer, AuditPaymentAnswer } from '#services/contract/audit.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paymentChanges } from './comparison.ts';
import { HistoryDesk } from './history-view.tsx';
import { LotCard } from './lot-card.tsx';
import { countsInWords } from './pass-states.ts';
import { SubjectLink } from './subject-link.tsx';

type Payment = NonNullable<AuditPaymentAnswer['payment']>;

const states: Record<Payment['status'], { word: string; tone: Tone }> = {
  started: { word: 'Started', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'rust' },
  abandoned: { word: 'Abandoned', tone: 'neutral' },
  succeeded: { word: 'Succeeded', tone: 'kelp' },
  refunded: { word: 'Refunded', tone: 'amber' },
};

function Head({ id, payment }: { id: string; payment: Payment | null }) {
  return (
    <header>
      <p className="text-ink-muted">The history of</p>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="break-all text-2xl">Payment {id}</h2>
        {payment && <Badge tone={states[payment.status].tone}>{states[payment.status].word}</Badge>}
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

const Standing = ({ answer: { lot } }: { answer: AuditPaymentAnswer }) => (
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

const after = {
  header: 'Its lot after it',
  of: ({ balance }: AuditEventAnswer) => (balance === null ? '–' : countsInWords(balance)),
};

/** What was paid, what it gave, and where that went, at any moment. */
export const PaymentDesk = ({ id }: { id: string }) => (
  <HistoryDesk<AuditEventAnswer, AuditPaymentAnswer>
    path={`/api/audit/payments/${id}`}
    self={`payment/${id}`}
    head={({ payment }) => <Head id={id} payment={payment} />}
    standing={(answer) => <Standing answer={answer} />}
    changes={paymentChanges}
    after={after}
  />
);
