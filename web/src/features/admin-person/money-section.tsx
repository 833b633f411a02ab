import type { Person, PersonMoney } from '#services/contract/person.ts';
import { cx } from '#web/components/ui/cx.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { MarkedRow } from './marked-row.tsx';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

const movements: Readonly<Record<PersonMoney['kind'], string>> = {
  pass_sale: 'Paid',
  pass_refund: 'Refunded',
  pass_refund_failed: 'Refund did not arrive',
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
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      <p className="tabular break-words text-ink-muted text-sm">{details}</p>
    </div>
    <p className={cx('tabular shrink-0', isMoney ? 'font-medium' : 'text-ink-muted')}>
      {formatExactPence(amountPence)}
    </p>
  </>
);

const rowClasses = 'flex items-start justify-between gap-4 py-2.5';

/** Money that came in and went back, and payments that were not completed. */
export const MoneySection = ({ money, unpaid }: Pick<Person, 'money' | 'unpaid'>) => (
  <PersonSection
    id="money"
    title="Money"
    count={money.total}
    intro={
      money.total === 0
        ? undefined
        : `${formatExactPence(money.receivedPence)} received, ${formatExactPence(money.returnedPence)} paid back.`
    }
  >
    {money.total === 0 && <NothingYet>No money has moved.</NothingYet>}
    {money.total > 0 && (
      <ul className="divide-y divide-sand">
        {money.entries.map(({ id, kind, what, at, amountPence, paymentId }) => (
          <MarkedRow key={id} mark={`payment-${paymentId}`} className={rowClasses}>
            <Entry
              title={what === '' ? movements[kind] : `${movements[kind]}: ${what}`}
              details={`${formatDayTime(at)}, ${paymentId}`}
              amountPence={amountPence}
            />
          </MarkedRow>
        ))}
      </ul>
    )}
    <OlderLeftOut total={money.total} shown={money.entries.length} />
    {unpaid.total > 0 && (
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
    )}
  </PersonSection>
);
