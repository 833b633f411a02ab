import { useState } from 'react';
import type { AdminMembership } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { CancelMembershipDialog } from './cancel-membership-dialog.tsx';
import { canPause, canWithdrawPause } from './membership-status.ts';
import { PauseMembershipDialog } from './pause-membership-dialog.tsx';
import { useKeepMembership } from './use-keep-membership.ts';
import { useWithdrawPause } from './use-withdraw-pause.ts';

interface MembershipActionsProps {
  readonly membership: AdminMembership;
  readonly name: string;
  /** In a row of many, where the row shows what it is about. */
  readonly isShort?: boolean;
}

/** Pausing a membership, cancelling it, and undoing both; an unpaid one that is cancelled can still end immediately. */
export function MembershipActions({ membership, name, isShort = false }: MembershipActionsProps) {
  const [dialog, setDialog] = useState<'cancel' | 'pause' | null>(null);
  const { keep, isKeeping } = useKeepMembership(membership.id);
  const { withdraw, isWithdrawing } = useWithdrawPause(membership.id);
  const { status, cancelAtPeriodEnd } = membership;
  const close = () => setDialog(null);
  /** `Keep` or `Keep membership`, with whose it is for screen readers. */
  const label = (verb: string) => ({
    children: isShort ? verb : `${verb} membership`,
    'aria-label': isShort ? `${verb} the membership of ${name}` : undefined,
  });
  if (status === 'ended') return null;
  return (
    <>
      {canPause(membership) && (
        <Button variant="quiet" size="sm" onClick={() => setDialog('pause')} {...label('Pause')} />
      )}
      {canWithdrawPause(membership) && (
        <Button
          variant="quiet"
          size="sm"
          busy={isWithdrawing}
          onClick={withdraw}
          aria-label={isShort ? `Withdraw pause of ${name}` : undefined}
        >
          Withdraw pause
        </Button>
      )}
      {cancelAtPeriodEnd && (
        <Button variant="quiet" size="sm" busy={isKeeping} onClick={keep} {...label('Keep')} />
      )}
      {(status === 'past_due' || !cancelAtPeriodEnd) && (
        <Button variant="quietDanger" size="sm" onClick={() => setDialog('cancel')} {...label('Cancel')} />
      )}
      {dialog === 'pause' && <PauseMembershipDialog membership={membership} name={name} onClose={close} />}
      {dialog === 'cancel' && <CancelMembershipDialog membership={membership} name={name} onClose={close} />}
    </>
  );
}
