import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminRefundsAnswer, RefundedSale } from '#services/contract/admin-refunds.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useRead } from '#web/lib/use-read.ts';
import { DisputesPanel } from '../admin-disputes/disputes-panel.tsx';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { getLeftPence, getRefundStatus, type RefundStatus } from './refund-advice.ts';
import { RefundDetails } from './refund-details.tsx';

const refundsPath = '/api/admin/refunds';

const statusBadges = {
  Disputed: { tone: 'rust', icon: TriangleAlert },
  'Passes in use': { tone: 'amber', icon: CircleAlert },
  Settled: { tone: 'kelp', icon: CircleCheck },
} as const satisfies Record<RefundStatus, object>;

const formatAmount = (pence: number): string => (pence === 0 ? '–' : formatExactPence(pence));

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
    cell: ({ memberId, memberName, kind, paymentIntentId }) => (
      <MemberLink
        memberId={memberId}
        name={memberName}
        mark={kind === 'pass' ? `payment-${paymentIntentId}` : undefined}
      />
    ),
  },
  { id: 'pass', header: 'Pass', value: ({ passName }) => passName },
  createAmountColumn('paid', 'Paid', ({ pricePence }) => pricePence, formatAmount),
  createAmountColumn('refunded', 'Refunded', ({ refundedPence }) => refundedPence, formatAmount),
  createAmountColumn('disputed', 'Disputed', ({ disputedPence }) => disputedPence, formatAmount),
  {
    id: 'takenBack',
    header: 'Taken back',
    value: ({ takenBack }) => takenBack,
    cell: ({ takenBack, passClasses }) => `${takenBack} of ${passClasses}`,
    align: 'right',
  },
  { id: 'owed', header: 'Owed', value: ({ owed }) => owed, align: 'right' },
  {
    id: 'status',
    header: 'Stands',
    value: getRefundStatus,
    cell: (sale) => {
      const status = getRefundStatus(sale);
      return <Badge {...statusBadges[status]}>{status}</Badge>;
    },
  },
];

type SalesTableProps = { sales: readonly RefundedSale[]; onRefunded: () => Promise<unknown> };

function SalesTable({ sales, onRefunded }: SalesTableProps) {
  const now = useStudioNow();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isRefunding, setIsRefunding] = useState(false);
  const open = sales.find(({ paymentIntentId }) => paymentIntentId === openId);
  return (
    <>
      <DataTable
        caption="Refunds and disputes"
        columns={columns}
        rows={sales}
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
      {open && !isRefunding && (
        <RefundDetails
          sale={open}
          now={now}
          onRefund={() => setIsRefunding(true)}
          onClose={() => setOpenId(null)}
        />
      )}
      {open && isRefunding && (
        <RefundDialog
          payment={{
            paymentIntentId: open.paymentIntentId,
            title: `${open.passName} of ${open.memberName ?? 'a former member'}`,
            isMembership: open.kind === 'membership',
            leftPence: getLeftPence(open),
          }}
          onRefunded={onRefunded}
          onClose={() => setIsRefunding(false)}
        />
      )}
    </>
  );
}

/** The refunded and disputed sales. */
export function RefundsTab() {
  const { mutate } = useSWRConfig();
  // No live update reports changes at the payment provider.
  const read = useRead<AdminRefundsAnswer>(refundsPath, { revalidateOnFocus: true });
  return (
    <div className="flex flex-col gap-8">
      <DisputesPanel />
      <Panel
        title="Refunds and disputes"
        intro="Refund a payment from the money of its month under Monthly, or from its member: the unused passes go back by themselves, bookings stand. What was refunded or disputed is listed here."
      >
        <Loadable what="refunds" read={read} height="h-80">
          {({ refunds }) => <SalesTable sales={refunds} onRefunded={() => mutate(refundsPath)} />}
        </Loadable>
      </Panel>
    </div>
  );
}
