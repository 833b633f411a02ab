import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminMembership, CancelMembershipAnswer } from '#services/contract/membership.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { type CancellationTime, CancellationTimeChoice } from '../membership/cancellation-time-choice.tsx';
import { membershipsPath } from './use-memberships.ts';

interface CancelMembershipDialogProps {
  readonly membership: AdminMembership;
  readonly name: string;
  readonly onClose: () => void;
}

/** Cancels a membership with its month, or an unpaid one immediately, after its effects are read. */
export const CancelMembershipDialog = ({ membership, name, onClose }: CancelMembershipDialogProps) => {
  const { mutate } = useSWRConfig();
  const isUnpaid = membership.status === 'past_due';
  const [when, setWhen] = useState<CancellationTime>(isUnpaid ? 'now' : 'period_end');
  const describeEnd = ({ endsAt }: CancelMembershipAnswer) => {
    const end = formatDate(endsAt ?? membership.currentPeriodEnd);
    if (!isUnpaid) return staffMessages.membershipCancelled(end);
    return staffMessages.unpaidMembershipCancelled(when === 'now' ? null : end);
  };
  return (
    <EffectsDialog
      title={`Cancel the membership of ${name}?`}
      call={{ path: `${membershipsPath}/${membership.id}/cancel`, method: 'POST', body: { when } }}
      confirmLabel="Cancel membership"
      cancelLabel="Keep it"
      onSuccess={(answer: CancelMembershipAnswer) => {
        toast(describeEnd(answer));
        return refreshPeople(mutate);
      }}
      onFailure={() => toast(staffMessages.cancelMembershipFailed)}
      onClose={onClose}
    >
      {isUnpaid && !membership.cancelAtPeriodEnd && (
        <CancellationTimeChoice
          chosen={when}
          periodEndLabel="At the end of the unpaid month"
          hints={{ now: 'It can’t be undone.', period_end: 'Until then it can be kept after all.' }}
          onChoose={setWhen}
        />
      )}
    </EffectsDialog>
  );
};
