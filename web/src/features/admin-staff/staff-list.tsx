import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { StaffAccount } from '../../../../services/contract/staff.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { staffRoleTexts } from '../../components/staff/staff-roles.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { post, request } from '../../lib/http.ts';
import { formatDate } from '../../lib/london-time.ts';
import { RoleDialog } from './role-dialog.tsx';
import { refreshStaff, staffPath } from './use-staff.ts';

const standings = {
  active: { name: 'Active', tone: 'kelp', icon: CircleCheck },
  invited: { name: 'Invited', tone: 'amber', icon: Hourglass },
  removed: { name: 'Removed', tone: 'neutral', icon: CircleSlash },
} as const satisfies Record<StaffAccount['status'], object>;

const sharedDoor = 'Shared password';

const columns: readonly Column<StaffAccount>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, isYou }) => (
      <span className="font-medium">
        {name ?? 'Not joined yet'}
        {isYou && <span className="font-normal text-ink-muted"> (you)</span>}
      </span>
    ),
  },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  { id: 'role', header: 'Role', value: ({ role }) => staffRoleTexts[role].name },
  {
    id: 'status',
    header: 'Stands',
    value: ({ status }) => standings[status].name,
    cell: ({ status }) => (
      <Badge tone={standings[status].tone} icon={standings[status].icon}>
        {standings[status].name}
      </Badge>
    ),
  },
  {
    id: 'since',
    header: 'Since',
    value: ({ removedAt, joinedAt, invitedAt }) => removedAt ?? joinedAt ?? invitedAt,
    cell: ({ removedAt, joinedAt, invitedAt }) => formatDate(removedAt ?? joinedAt ?? invitedAt),
    isSearched: false,
  },
  {
    id: 'by',
    header: 'By',
    value: ({ status, invitedBy, removedBy }) => (status === 'removed' ? removedBy : invitedBy) ?? sharedDoor,
  },
];

/** Everyone of the staff with an account of their own, and what can be done about each. */
export function StaffList({ staff }: { staff: readonly StaffAccount[] }) {
  const { mutate } = useSWRConfig();
  const [changing, setChanging] = useState<StaffAccount | null>(null);
  const [removing, setRemoving] = useState<StaffAccount | null>(null);
  const [sendingTo, setSendingTo] = useState<string | null>(null);

  const inviteAgain = async ({ id, email }: StaffAccount) => {
    setSendingTo(id);
    try {
      await post(`${staffPath}/${id}/invite`);
      toast(staffMessages.staffInvited(email));
    } catch (cause) {
      toast(staffMessages.inviteFailed(cause));
    }
    setSendingTo(null);
    await refreshStaff(mutate);
  };

  const remove = async ({ id, name, email }: StaffAccount): Promise<boolean> => {
    try {
      await request(`${staffPath}/${id}`, { method: 'DELETE' });
      toast(staffMessages.staffRemoved(name ?? email));
      await refreshStaff(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.removeStaffFailed(cause));
      return false;
    }
  };

  return (
    <>
      <DataTable
        caption="Staff accounts"
        columns={columns}
        rows={staff}
        rowKey={({ id }) => id}
        csvName="staff"
        empty="Nobody has an account of their own yet. Invite the first person above."
        actions={(account) => {
          const who = account.name ?? account.email;
          if (account.isYou || account.status === 'removed') return null;
          return (
            <>
              {account.status === 'invited' && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Send again to ${who}`}
                  busy={sendingTo === account.id}
                  onClick={() => void inviteAgain(account)}
                >
                  Send again
                </Button>
              )}
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Change role of ${who}`}
                onClick={() => setChanging(account)}
              >
                Change role
              </Button>
              <Button
                variant="quietDanger"
                size="sm"
                aria-label={`Remove ${who}`}
                onClick={() => setRemoving(account)}
              >
                Remove
              </Button>
            </>
          );
        }}
      />
      {changing && <RoleDialog key={changing.id} account={changing} onClose={() => setChanging(null)} />}
      {removing && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setRemoving(null)}
          title={`Remove ${removing.name ?? removing.email}?`}
          call={{ path: `${staffPath}/${removing.id}`, method: 'DELETE' }}
          confirmLabel="Remove account"
          onConfirm={() => remove(removing)}
        />
      )}
    </>
  );
}
