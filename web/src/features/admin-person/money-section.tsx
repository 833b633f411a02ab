import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Person, PersonMoney } from '#services/contract/person.ts';
import { MarkedRow } from '#web/components/staff/marked-row.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { getDisputePage } from '../admin-disputes/dispute-words.ts';
import { type RefundablePayment, RefundDialog } from '../refund/refund-dialog.tsx';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

const movements: Readonly<Record<PersonMoney['kind'], string>> = {
  pass_sale: 'Paid',
  pass_refund: 'Refunded',
  pass_refund_failed: 'Refund came back',
  pass_dispute: 'Disputed',
  pass_dispute_won: 'Dispute won',
  membership_sale: 'Paid for a membership',
  membership_return: 'Membership paid back',
};

const unpaidStates: Readonly<Record<Person['unpaid']['entries'][number]['state'], string>> = {
  started: 'Begun, not paid',
  failed: 'Card refused',
  abandoned: 'Given up',
};

type EntryProps = { title: string; details: string; amountPence: number; isMoney?: boolean };

const Entry = ({ title, details, amountPence, isMoney = true }: EntryProps) => (
  <>
    <div className="min-w-0 grow">
      <p className="font-medium">{title}</p>
      <p className="tabular break-words text-ink-muted text-sm">{details}</p>
    </div>
    <p className={cx('tabular shrink-0', isMoney ? 'font-medium' : 'text-ink-muted')}>
      {formatExactPence(amountPence)}
    </p>
  </>
);

const rowClasses = 'flex items-start justify-between gap-4 py-2.5';

const toRefundable = (
  { kind, what, paymentIntentId }: PersonMoney,
  memberName: string,
): RefundablePayment | null =>
  paymentIntentId !== null && (kind === 'pass_sale' || kind === 'membership_sale')
    ? {
        paymentIntentId,
        title: `${what} of ${memberName}`,
        isMembership: kind === 'membership_sale',
      }
    : null;

type MovementProps = {
  movement: PersonMoney;
  refundable: RefundablePayment | null;
  onRefund: (payment: RefundablePayment) => void;
};

function Movement({ movement, refundable, onRefund }: MovementProps) {
  const { kind, what, at, amountPence, paymentId, disputeId } = movement;
  return (
    <MarkedRow mark={`payment-${paymentId}`} className={rowClasses}>
      <Entry
        title={what === '' ? movements[kind] : `${movements[kind]}: ${what}`}
        details={`${formatDayTime(at)}, ${paymentId}`}
        amountPence={amountPence}
      />
      {disputeId !== null && (
        <Link
          to={getDisputePage({ id: disputeId })}
          className="text-link inline-flex min-h-6 items-center"
          aria-label={`Evidence for the dispute of ${formatDayTime(at)}`}
        >
          Evidence
        </Link>
      )}
      {refundable && (
        <Button
          variant="quietDanger"
          size="sm"
          className="-my-2"
          aria-label={`Refund ${refundable.title}, ${formatDayTime(at)}`}
          onClick={() => onRefund(refundable)}
        >
          Refund
        </Button>
      )}
    </MarkedRow>
  );
}

const Unpaid = ({ unpaid }: Pick<Person, 'unpaid'>) => (
  <div>
    <h3 className="font-semibold text-base">Not completed</h3>
    <ul className="divide-y divide-sand">
      {unpaid.entries.map(({ paymentId, what, amountPence, state, at }) => (
        <MarkedRow key={paymentId} mark={`payment-${paymentId}`} className={rowClasses}>
          <Entry
            title={`${unpaidStates[state]}: ${what}`}
            details={`${formatDayTime(at)}, ${paymentId}`}
            amountPence={amountPence}
            isMoney={false}
          />
        </MarkedRow>
      ))}
    </ul>
  </div>
);

/** Money that came in, with its refund, and went back, and payments that were not completed. */
export function MoneySection({ member, money, unpaid }: Pick<Person, 'member' | 'money' | 'unpaid'>) {
  const { mutate } = useSWRConfig();
  const [refunding, setRefunding] = useState<RefundablePayment | null>(null);
  const { total, receivedPence, returnedPence, entries } = money;
  const intro = `${formatExactPence(receivedPence)} received, ${formatExactPence(returnedPence)} paid back.`;
  return (
    <PersonSection id="money" title="Money" count={total} intro={total === 0 ? undefined : intro}>
      {total === 0 && <NothingYet>No money has moved.</NothingYet>}
      {total > 0 && (
        <ul className="divide-y divide-sand">
          {entries.map((movement) => (
            <Movement
              key={movement.id}
              movement={movement}
              refundable={toRefundable(movement, member.name)}
              onRefund={setRefunding}
            />
          ))}
        </ul>
      )}
      <OlderLeftOut total={total} shown={entries.length} />
      {unpaid.total > 0 && <Unpaid unpaid={unpaid} />}
      {refunding && (
        <RefundDialog
          payment={refunding}
          onRefunded={() => refreshPeople(mutate)}
          onClose={() => setRefunding(null)}
        />
      )}
    </PersonSection>
  );
}
