import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { StaffAccount } from '#services/contract/staff.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { pickSeen } from '#web/components/staff/use-seen-edit.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { post } from '#web/lib/http.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { RoleDialog } from './role-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { refreshStaff, staffPath } from './use-staff.ts';

const statusBadges = {
  active: { text: 'Active', tone: 'kelp', icon: CircleCheck },
  invited: { text: 'Invited', tone: 'amber', icon: Hourglass },
  removed: { text: 'Removed', tone: 'neutral', icon: CircleSlash },
} as const satisfies Record<StaffAccount['status'], object>;

const endedBadge = { text: 'Invitation ended', tone: 'rust', icon: CircleSlash } as const;

const getStatusBadge = ({ status, hasEndedInvitation }: StaffAccount) =>
  hasEndedInvitation ? endedBadge : statusBadges[status];

const getDisplayName = ({ name, email }: StaffAccount): string => name ?? email;

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
    value: (account) => getStatusBadge(account).text,
    cell: (account) => {
      const { text, ...badge } = getStatusBadge(account);
      return <Badge {...badge}>{text}</Badge>;
    },
  },
  {
    id: 'second-factor',
    header: 'Two-step',
    value: ({ hasSecondFactor, status }) => (hasSecondFactor ? 'On' : status === 'active' ? 'Off' : ''),
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
    value: ({ status, invitedBy, removedBy }) =>
      (status === 'removed' ? removedBy : invitedBy) ?? 'Shared password',
  },
];

type AccountActionsProps = {
  account: StaffAccount;
  onChangeRole: () => void;
  onRemoveSecondFactor: () => void;
  onRemove: () => void;
};

function AccountActions({ account, onChangeRole, onRemoveSecondFactor, onRemove }: AccountActionsProps) {
  const { mutate } = useSWRConfig();
  const [isSending, setIsSending] = useState(false);
  const name = getDisplayName(account);
  const { id, email, status, isYou, hasSecondFactor } = account;
  if (isYou || status === 'removed') return null;

  const inviteAgain = async () => {
    setIsSending(true);
    try {
      await post(`${staffPath}/${id}/invite`);
      toast(staffMessages.staffInvited(email));
    } catch (cause) {
      toast(staffMessages.inviteFailed(cause));
    }
    setIsSending(false);
    await refreshStaff(mutate);
  };

  return (
    <>
      {status === 'invited' && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Send again to ${name}`}
          busy={isSending}
          onClick={() => void inviteAgain()}
        >
          Send again
        </Button>
      )}
      <Button variant="quiet" size="sm" aria-label={`Change role of ${name}`} onClick={onChangeRole}>
        Change role
      </Button>
      {hasSecondFactor && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Switch off two-step sign-in of ${name}`}
          onClick={onRemoveSecondFactor}
        >
          Switch off two-step
        </Button>
      )}
      <Button variant="quietDanger" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}

/** The staff's accounts as a table. */
export function StaffList({ staff }: { staff: readonly StaffAccount[] }) {
  const { mutate } = useSWRConfig();
  const [changing, setChanging] = useState<StaffAccount | null>(null);
  const [losing, setLosing] = useState<StaffAccount | null>(null);
  const [removing, setRemoving] = useState<StaffAccount | null>(null);
  return (
    <>
      <DataTable
        caption="Staff accounts"
        columns={columns}
        rows={staff}
        rowKey={({ id }) => id}
        csvName="staff"
        empty="Nobody has an account of their own yet. Invite the first person above."
        actions={(account) => (
          <AccountActions
            account={account}
            onChangeRole={() => setChanging(account)}
            onRemoveSecondFactor={() => setLosing(account)}
            onRemove={() => setRemoving(account)}
          />
        )}
      />
      {changing && <RoleDialog key={changing.id} account={changing} onClose={() => setChanging(null)} />}
      {losing && <SecondFactorDialog key={losing.id} account={losing} onClose={() => setLosing(null)} />}
      {removing && (
        <EffectsDialog
          title={`Remove ${getDisplayName(removing)}?`}
          call={{ path: `${staffPath}/${removing.id}`, method: 'DELETE' }}
          seen={pickSeen(removing, ['role', 'status'])}
          confirmLabel="Remove account"
          onSuccess={() => {
            toast(staffMessages.staffRemoved(getDisplayName(removing)));
            return refreshStaff(mutate);
          }}
          onFailure={(cause) => toast(staffMessages.removeStaffFailed(cause))}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
