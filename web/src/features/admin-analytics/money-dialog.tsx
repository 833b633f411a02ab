import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MoneyAnswer } from '#services/contract/analytics.ts';
import { moneyKindNames } from '#services/contract/money-kinds.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatPence, toPounds } from '#web/lib/money.ts';
import { type RefundablePayment, RefundDialog } from '../refund/refund-dialog.tsx';
import { formatMonth } from './format-month.ts';
import { LogPosition } from './log-position.tsx';
import { isMoneyPath, useMoney } from './use-figures.ts';

type Entry = MoneyAnswer['entries'][number];

const columns: readonly Column<Entry>[] = [
  { id: 'at', header: 'When', value: ({ at }) => at, cell: ({ at }) => formatDayTime(at) },
  { id: 'kind', header: 'What', value: ({ kind }) => moneyKindNames[kind] },
  { id: 'name', header: 'For', value: ({ name }) => name },
  {
    id: 'member',
    header: 'Member',
    value: ({ userName }) => userName || 'Deleted member',
    cell: ({ userId, userName, paymentIntentId, invoiceId }) => (
      <MemberLink
        memberId={userId}
        name={userName}
        fallback="Deleted member"
        mark={`payment-${invoiceId ?? paymentIntentId ?? ''}`}
      />
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    value: ({ amount }) => toPounds(amount),
    cell: ({ amount }) => <span className={amount < 0 ? 'text-rust' : ''}>{formatPence(amount)}</span>,
  },
  {
    id: 'payment',
    header: 'Payment',
    value: ({ paymentIntentId, invoiceId }) => paymentIntentId ?? invoiceId,
    cell: ({ paymentIntentId, invoiceId }) => (
      <span className="break-all text-sm">{paymentIntentId ?? invoiceId}</span>
    ),
  },
  {
    id: 'log',
    header: 'In the log',
    value: ({ stream, revision }) => `${stream}@${revision}`,
    cell: (entry) => <LogPosition {...entry} />,
  },
];

const toRefundable = ({ kind, paymentIntentId, name, userName }: Entry): RefundablePayment | null =>
  paymentIntentId !== null && (kind === 'pass_sale' || kind === 'membership_sale')
    ? {
        paymentIntentId,
        title: `${name} of ${userName || 'a deleted member'}`,
        isMembership: kind === 'membership_sale',
      }
    : null;

type MoneyDialogProps = { month: string | null; onClose: () => void };

/** Every movement of money in a month. A payment can be refunded from its line. */
export function MoneyDialog({ month, onClose }: MoneyDialogProps) {
  const { data, error, retry } = useMoney(month);
  const { mutate } = useSWRConfig();
  const [refunding, setRefunding] = useState<RefundablePayment | null>(null);
  if (refunding !== null)
    return (
      <RefundDialog
        payment={refunding}
        onRefunded={() => mutate(isMoneyPath)}
        onClose={() => setRefunding(null)}
      />
    );
  return (
    <Dialog
      open={month !== null}
      onOpenChange={(open) => open || onClose()}
      title={month ? `Money of ${formatMonth(month)}` : ''}
      description="Each line is one event. What came in, what went back, and where it stands in the log."
      size="xl"
    >
      {error && <LoadFailure what="monthly report" error={error} retry={retry} />}
      {!error && data === undefined && <Skeleton className="h-60" />}
      {data && (
        <DataTable
          caption="Movements of money"
          columns={columns}
          rows={data.entries}
          rowKey={({ stream, revision, kind }) => `${stream}@${revision}/${kind}`}
          searchLabel="Search"
          csvName={`money-${month}`}
          sortedBy={{ id: 'at', desc: false }}
          pageSize={50}
          empty="No money moved in this month."
          noMatch="Nothing matches the search."
          actions={(entry) => {
            const payment = toRefundable(entry);
            return (
              payment && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Refund ${payment.title}`}
                  onClick={() => setRefunding(payment)}
                >
                  Refund
                </Button>
              )
            );
          }}
        />
      )}
    </Dialog>
  );
}
