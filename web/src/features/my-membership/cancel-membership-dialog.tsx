import type { RefObject } from 'react';
import type { MembershipAnswer } from '../../../../services/contract/membership.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { untilText } from '../membership/membership-words.ts';
import { useChangeMembership } from './use-change-membership.ts';

interface CancelMembershipDialogProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Says before the click until when the membership stays, and what is left to use until then. */
export const CancelMembershipDialog = ({
  id,
  membership,
  focusAfter,
  onClose,
}: CancelMembershipDialogProps) => {
  const { cancel, changing } = useChangeMembership(id, onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !changing && onClose()}
      title="Cancel your membership?"
      text={
        <>
          <span className="block text-ink">
            {untilText(membership.currentPeriodEnd, membership.remainingPasses)}
          </span>
          <span className="mt-2 block">
            After that you are not charged again. Until that day you can change your mind.
          </span>
        </>
      }
      confirmLabel={changing ? 'Cancelling...' : 'Cancel Membership'}
      cancelLabel="Keep it"
      busy={changing}
      onConfirm={cancel}
      tone="danger"
      focusAfter={focusAfter}
    />
  );
};
