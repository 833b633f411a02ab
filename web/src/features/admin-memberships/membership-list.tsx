import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminMembership, CancelMembershipAnswer } from '../../../../services/contract/membership.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { toast } from '../../components/ui/toast.ts';
import { post } from '../../lib/http.ts';
import { formatDate } from '../../lib/london-time.ts';
import { standingOf } from './membership-status.ts';
import { StandingBadge } from './membership-status-badge.tsx';
import { membershipsPath } from './use-memberships.ts';

const nameOf = ({ user }: AdminMembership): string => user.name || 'Former member';

const columns: readonly Column<AdminMembership>[] = [
  {
    id: 'name',
    header: 'Member',
    value: nameOf,
    cell: (membership) => <span className="font-medium">{nameOf(membership)}</span>,
  },
  { id: 'email', header: 'Email', value: ({ user }) => user.email },
  { id: 'phone', header: 'Phone', value: ({ user }) => user.phone },
  {
    id: 'standing',
    header: 'Status',
    value: standingOf,
    cell: (membership) => <StandingBadge standing={standingOf(membership)} />,
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

const canBeCancelled = (membership: AdminMembership): boolean => standingOf(membership) === 'Active';

/** The memberships that run, and on request those that have ended. */
export function MembershipList({ memberships }: { memberships: readonly AdminMembership[] }) {
  const { mutate } = useSWRConfig();
  const [showsEnded, setShowsEnded] = useState(false);
  const [cancelling, setCancelling] = useState<AdminMembership | null>(null);
  const ended = memberships.filter(({ status }) => status === 'ended').length;
  const rows = showsEnded ? memberships : memberships.filter(({ status }) => status !== 'ended');
  const pathOf = ({ id }: AdminMembership) => `${membershipsPath}/${id}/cancel`;

  const cancel = async (membership: AdminMembership): Promise<boolean> => {
    try {
      const { endsAt } = await post<CancelMembershipAnswer>(pathOf(membership));
      toast(staffMessages.membershipCancelled(formatDate(endsAt ?? membership.currentPeriodEnd)));
      await mutate(membershipsPath);
      return true;
    } catch (cause) {
      toast(staffMessages.cancelMembershipFailed(cause));
      return false;
    }
  };

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
          ended > 0 && (
            <Checkbox
              checked={showsEnded}
              onCheckedChange={setShowsEnded}
              label={`Show ${ended} ended`}
              className="items-center"
            />
          )
        }
        actions={(membership) =>
          canBeCancelled(membership) && (
            <Button
              variant="quietDanger"
              size="sm"
              aria-label={`Cancel the membership of ${nameOf(membership)}`}
              onClick={() => setCancelling(membership)}
            >
              Cancel
            </Button>
          )
        }
      />
      {cancelling && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setCancelling(null)}
          title={`Cancel the membership of ${nameOf(cancelling)}?`}
          call={{ path: pathOf(cancelling), method: 'POST' }}
          confirmLabel="Cancel membership"
          cancelLabel="Keep it"
          onConfirm={() => cancel(cancelling)}
        />
      )}
    </>
  );
}
