import { useState } from 'react';
import type { AdminMembership } from '#services/contract/membership.ts';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { MembershipActions } from './membership-actions.tsx';
import { describeNextCharge, describeStatus } from './membership-status.ts';
import { MembershipStatusBadge } from './membership-status-badge.tsx';

const getMemberName = ({ user }: AdminMembership): string => user.name || 'Former member';

/** The end of the period that runs, paid, unpaid or paused. */
const getPeriodEnd = ({ endsAt, unpaidUntil, status, pause, currentPeriodEnd }: AdminMembership): string =>
  endsAt ?? unpaidUntil ?? (status === 'paused' && pause !== null ? pause.until : currentPeriodEnd);

const columns: readonly Column<AdminMembership>[] = [
  {
    id: 'name',
    header: 'Member',
    value: getMemberName,
    cell: ({ userId, user }) => <MemberLink memberId={userId} name={user.name} />,
  },
  { id: 'email', header: 'Email', value: ({ user }) => user.email },
  { id: 'phone', header: 'Phone', value: ({ user }) => user.phone },
  {
    id: 'status',
    header: 'Status',
    value: describeStatus,
    cell: (membership) => {
      const nextCharge = describeNextCharge(membership);
      return (
        <>
          <MembershipStatusBadge status={describeStatus(membership)} />
          {nextCharge && <span className="mt-1 block text-ink-muted text-sm">{nextCharge}</span>}
        </>
      );
    },
  },
  {
    id: 'plan',
    header: 'Plan',
    value: ({ planName, nextPlanName }) =>
      nextPlanName === null ? planName : `${planName}, then ${nextPlanName}`,
  },
  createAmountColumn('price', 'Price', ({ pricePence }) => pricePence),
  {
    id: 'passes',
    header: 'Passes left',
    value: ({ remainingPasses }) => remainingPasses,
    cell: ({ remainingPasses, monthlyPasses }) => `${remainingPasses} of ${monthlyPasses}`,
    align: 'right',
  },
  {
    id: 'period',
    header: 'Month ends',
    value: getPeriodEnd,
    cell: (membership) => formatDate(getPeriodEnd(membership)),
  },
  {
    id: 'start',
    header: 'Member since',
    value: ({ startDate }) => startDate,
    cell: ({ startDate }) => formatDate(startDate),
  },
];

/** The running memberships, and on request the ended ones. */
export function MembershipList({ memberships }: { memberships: readonly AdminMembership[] }) {
  const [isEndedShown, setIsEndedShown] = useState(false);
  const endedCount = memberships.filter(({ status }) => status === 'ended').length;
  const rows = isEndedShown ? memberships : memberships.filter(({ status }) => status !== 'ended');

  return (
    <DataTable
      caption="Memberships"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      searchLabel="Search memberships"
      csvName="memberships"
      empty="No active memberships found"
      noMatch="No memberships found matching the search"
      tools={
        endedCount > 0 && (
          <Checkbox
            checked={isEndedShown}
            onCheckedChange={setIsEndedShown}
            label={`Show ${endedCount} ended`}
            className="items-center"
          />
        )
      }
      actions={(membership) => (
        <MembershipActions membership={membership} name={getMemberName(membership)} isShort />
      )}
    />
  );
}
