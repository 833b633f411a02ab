import type { RefObject } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { describeMembershipEnd, describePausedEnd } from '../membership/membership-text.ts';
import { useChangeMembership } from './use-change-membership.ts';

interface CancelMembershipDialogProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Asks for confirmation, and states when the membership ends and how many passes are left. */
export const CancelMembershipDialog = ({
  id,
  membership,
  focusAfter,
  onClose,
}: CancelMembershipDialogProps) => {
  const { cancel, isChanging } = useChangeMembership(id, onClose, membership.status);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title="Cancel your membership?"
      text={
        <>
          <span className="block text-ink">
            {membership.status === 'paused' && membership.pause !== null
              ? describePausedEnd(membership.pause.until)
              : describeMembershipEnd(membership.currentPeriodEnd, membership.remainingPasses)}
          </span>
          <span className="mt-2 block">
            After that you are not charged again. Until that day you can change your mind.
          </span>
        </>
      }
      confirmLabel={isChanging ? 'Cancelling...' : 'Cancel Membership'}
      cancelLabel="Keep it"
      busy={isChanging}
      onConfirm={() => cancel('period_end')}
      tone="danger"
      focusAfter={focusAfter}
    />
  );
};
