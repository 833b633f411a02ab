import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminMembership, CancelMembershipAnswer } from '#services/contract/membership.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { describeStatus } from './membership-status.ts';
import { MembershipStatusBadge } from './membership-status-badge.tsx';
import { membershipsPath } from './use-memberships.ts';

const getMemberName = ({ user }: AdminMembership): string => user.name || 'Former member';

const columns: readonly Column<AdminMembership>[] = [
  {
    id: 'name',
    header: 'Member',
    value: getMemberName,
    cell: (membership) => <span className="font-medium">{getMemberName(membership)}</span>,
  },
  { id: 'email', header: 'Email', value: ({ user }) => user.email },
  { id: 'phone', header: 'Phone', value: ({ user }) => user.phone },
  {
    id: 'status',
    header: 'Status',
    value: describeStatus,
    cell: (membership) => <MembershipStatusBadge status={describeStatus(membership)} />,
  },
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
    value: ({ currentPeriodEnd }) => currentPeriodEnd,
    cell: ({ currentPeriodEnd }) => formatDate(currentPeriodEnd),
  },
  {
    id: 'start',
    header: 'Member since',
    value: ({ startDate }) => startDate,
    cell: ({ startDate }) => formatDate(startDate),
  },
];

const canCancel = (membership: AdminMembership): boolean => describeStatus(membership) === 'Active';

/** The running memberships, and on request the ended ones. */
export function MembershipList({ memberships }: { memberships: readonly AdminMembership[] }) {
  const { mutate } = useSWRConfig();
  const [isEndedShown, setIsEndedShown] = useState(false);
  const [cancelling, setCancelling] = useState<AdminMembership | null>(null);
  const endedCount = memberships.filter(({ status }) => status === 'ended').length;
  const rows = isEndedShown ? memberships : memberships.filter(({ status }) => status !== 'ended');

  return (
    <>
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
        actions={(membership) =>
          canCancel(membership) && (
            <Button
              variant="quietDanger"
              size="sm"
              aria-label={`Cancel the membership of ${getMemberName(membership)}`}
              onClick={() => setCancelling(membership)}
            >
              Cancel
            </Button>
          )
        }
      />
      {cancelling && (
        <EffectsDialog
          title={`Cancel the membership of ${getMemberName(cancelling)}?`}
          call={{ path: `${membershipsPath}/${cancelling.id}/cancel`, method: 'POST' }}
          confirmLabel="Cancel membership"
          cancelLabel="Keep it"
          onSuccess={({ endsAt }: CancelMembershipAnswer) => {
            toast(staffMessages.membershipCancelled(formatDate(endsAt ?? cancelling.currentPeriodEnd)));
            return mutate(membershipsPath);
          }}
          onFailure={() => toast(staffMessages.cancelMembershipFailed)}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}
