import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import useSWR from 'swr';
import type { AdminRefundsAnswer, RefundedSale } from '../../../../services/contract/admin-refunds.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDate } from '../../lib/london-time.ts';
import { formatExactPence, toPounds } from '../../lib/money.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { type RefundStanding, standingOf } from './refund-advice.ts';
import { RefundDetails } from './refund-details.tsx';

const path = '/api/admin/refunds';

const looks = {
  Disputed: { tone: 'rust', icon: TriangleAlert },
  'Passes in use': { tone: 'amber', icon: CircleAlert },
  Settled: { tone: 'kelp', icon: CircleCheck },
} as const satisfies Record<RefundStanding, object>;

const money = (pence: number): string => (pence === 0 ? '–' : formatExactPence(pence));

const columns: readonly Column<RefundedSale>[] = [
  {
    id: 'changedAt',
    header: 'When',
    value: ({ changedAt }) => changedAt,
    cell: ({ changedAt }) => formatDate(changedAt),
    isSearched: false,
  },
  {
    id: 'member',
    header: 'Member',
    value: ({ memberName }) => memberName ?? 'Former member',
    cell: ({ memberName }) => <span className="font-medium">{memberName ?? 'Former member'}</span>,
  },
  { id: 'pass', header: 'Pass', value: ({ passName }) => passName },
  {
    id: 'paid',
    header: 'Paid',
    value: ({ pricePence }) => toPounds(pricePence),
    cell: ({ pricePence }) => money(pricePence),
    align: 'right',
  },
  {
    id: 'refunded',
    header: 'Refunded',
    value: ({ refundedPence }) => toPounds(refundedPence),
    cell: ({ refundedPence }) => money(refundedPence),
    align: 'right',
  },
  {
    id: 'disputed',
    header: 'Disputed',
    value: ({ disputedPence }) => toPounds(disputedPence),
    cell: ({ disputedPence }) => money(disputedPence),
    align: 'right',
  },
  {
    id: 'takenBack',
    header: 'Taken back',
    value: ({ takenBack }) => takenBack,
    cell: ({ takenBack, passClasses }) => `${takenBack} of ${passClasses}`,
    align: 'right',
  },
  { id: 'owed', header: 'Owed', value: ({ owed }) => owed, align: 'right' },
  {
    id: 'standing',
    header: 'Stands',
    value: standingOf,
    cell: (sale) => {
      const standing = standingOf(sale);
      return (
        <Badge tone={looks[standing].tone} icon={looks[standing].icon}>
          {standing}
        </Badge>
      );
    },
  },
];

function Sales() {
  // Money moves at the payment provider, of which this page is not told.
  const { data, error, mutate } = useSWR<AdminRefundsAnswer | undefined, Error>(path, {
    revalidateOnFocus: true,
  });
  const now = useStudioNow();
  const [openId, setOpenId] = useState<string | null>(null);
  if (data) {
    const open = data.refunds.find(({ paymentIntentId }) => paymentIntentId === openId);
    return (
      <>
        <DataTable
          caption="Refunds and disputes"
          columns={columns}
          rows={data.refunds}
          rowKey={({ paymentIntentId }) => paymentIntentId}
          searchLabel="Search refunds"
          csvName="refunds"
          empty="No refunds or disputes"
          noMatch="No refunds found matching the search"
          actions={({ paymentIntentId, memberName, passName }) => (
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Details of the ${passName} of ${memberName ?? 'a former member'}`}
              onClick={() => setOpenId(paymentIntentId)}
            >
              Details
            </Button>
          )}
        />
        {open && <RefundDetails sale={open} now={now} onClose={() => setOpenId(null)} />}
      </>
    );
  }
  if (error) return <LoadFailure what="refunds" error={error} retry={() => void mutate()} />;
  return <Skeleton className="h-80" />;
}

/** Refunds and disputes: the sales of which money went back, and what a person should look at. */
export const RefundsTab = () => (
  <Panel
    title="Refunds and disputes"
    intro="Refund at the payment provider: the unused passes of the sale go back by themselves, bookings stand. Those are listed here."
  >
    <Sales />
  </Panel>
);
