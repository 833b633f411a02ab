import { useSWRConfig } from 'swr';
import type { AdminMembership, PauseMembershipAnswer } from '#services/contract/membership.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { membershipsPath } from './use-memberships.ts';

interface PauseMembershipDialogProps {
  readonly membership: AdminMembership;
  readonly name: string;
  readonly onClose: () => void;
}

/** Pauses a membership for its next period, after its effects are read. */
export const PauseMembershipDialog = ({ membership, name, onClose }: PauseMembershipDialogProps) => {
  const { mutate } = useSWRConfig();
  return (
    <EffectsDialog
      title={`Pause the membership of ${name}?`}
      call={{ path: `${membershipsPath}/${membership.id}/pause`, method: 'POST' }}
      confirmLabel="Pause membership"
      isDanger={false}
      onSuccess={({ from, until }: PauseMembershipAnswer) => {
        toast(staffMessages.membershipPaused(formatDate(from), formatDate(until)));
        return refreshPeople(mutate);
      }}
      onFailure={() => toast(staffMessages.pauseMembershipFailed)}
      onClose={onClose}
    />
  );
};
