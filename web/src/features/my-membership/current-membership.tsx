import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { prefetched } from '#web/lib/prefetched.ts';
import { usePlans } from '../membership/api/use-plans.ts';
import { HowItWorks } from '../membership/how-it-works.tsx';
import { MembershipSummary } from '../membership/membership-summary.tsx';
import { PauseAction } from './pause-action.tsx';
import { PauseNotice, useFocusAfterWithdrawal } from './pause-notice.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { useChangeMembership } from './use-change-membership.ts';
import { Withdrawal } from './withdrawal.tsx';

const CancelMembershipDialog = lazyDialog(
  prefetched(() => import('./cancel-membership-dialog.tsx').then((m) => m.CancelMembershipDialog)),
);

const ChangePlanDialog = lazyDialog(
  prefetched(() => import('./change-plan-dialog.tsx').then((m) => m.ChangePlanDialog)),
);

const CancelUnpaidDialog = lazyDialog(
  prefetched(() => import('./cancel-unpaid-dialog.tsx').then((m) => m.CancelUnpaidDialog)),
);

interface CurrentMembershipProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
}

/**
 * Moves the focus when the membership is cancelled or the cancellation undone, because the focused button is removed: to `resumeButton`
 * or `link`. While the dialog is open it has the focus, and returns it itself.
 */
const useFocusAfterChange = (isCancelling: boolean) => {
  const link = useRef<HTMLAnchorElement>(null);
  const resumeButton = useRef<HTMLButtonElement>(null);
  const wasCancelling = useRef(isCancelling);
  useEffect(() => {
    const hasChanged = wasCancelling.current !== isCancelling;
    wasCancelling.current = isCancelling;
    if (!hasChanged || document.activeElement !== document.body) return;
    (isCancelling ? resumeButton : link).current?.focus({ preventScroll: true });
  }, [isCancelling]);
  return { link, resumeButton };
};

/** Chooses another plan, if there is one and the membership goes on without a pause. */
const ChangePlan = ({ id, membership }: CurrentMembershipProps) => {
  const { plans = [] } = usePlans();
  const [isOpen, setOpen] = useState(false);
  const others = plans.filter((plan) => plan.id !== membership.planId);
  const { status, cancelAtPeriodEnd, pause } = membership;
  if (others.length === 0 || status !== 'active' || cancelAtPeriodEnd || pause !== null) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Change plan
      </Button>
      {isOpen && (
        <ChangePlanDialog id={id} membership={membership} plans={others} onClose={() => setOpen(false)} />
      )}
    </>
  );
};

interface ActionsProps extends CurrentMembershipProps {
  readonly pauseButton: RefObject<HTMLButtonElement | null>;
  readonly withdrawButton: RefObject<HTMLButtonElement | null>;
}

/** The actions at the bottom of the card: book, change the plan, pause, and cancel or undo the cancellation. */
const Actions = ({ id, membership, pauseButton, withdrawButton }: ActionsProps) => {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { link: bookLink, resumeButton } = useFocusAfterChange(membership.cancelAtPeriodEnd);
  const { resume, isChanging } = useChangeMembership(id);
  const isUnpaid = membership.status === 'past_due';
  // One that ends with its unpaid month can still end immediately.
  const canCancel = isUnpaid || !membership.cancelAtPeriodEnd;
  return (
    <div className="flex flex-col gap-3 border-sand border-t px-5 py-5 sm:flex-row sm:flex-wrap md:px-8">
      <Button asChild>
        <Link ref={bookLink} to="/book-classes">
          Book a Class
        </Link>
      </Button>
      <ChangePlan id={id} membership={membership} />
      <PauseAction id={id} membership={membership} buttonRef={pauseButton} focusAfter={withdrawButton} />
      {membership.cancelAtPeriodEnd ? (
        <Button ref={resumeButton} variant="secondary" busy={isChanging} onClick={resume}>
          {isChanging ? 'One moment...' : 'Keep my membership'}
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="danger" onClick={() => setDialogOpen(true)}>
          {membership.cancelAtPeriodEnd ? 'End it now' : 'Cancel Membership'}
        </Button>
      ) : null}
      {isDialogOpen && isUnpaid ? (
        <CancelUnpaidDialog id={id} membership={membership} onClose={() => setDialogOpen(false)} />
      ) : null}
      {isDialogOpen && !isUnpaid ? (
        <CancelMembershipDialog
          id={id}
          membership={membership}
          focusAfter={resumeButton}
          onClose={() => setDialogOpen(false)}
        />
      ) : null}
    </div>
  );
};

export const CurrentMembership = ({ id, membership }: CurrentMembershipProps) => {
  const pauseButton = useFocusAfterWithdrawal(membership.pause !== null);
  const withdrawButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-col gap-6 md:gap-8">
      <PauseNotice id={id} membership={membership} buttonRef={withdrawButton} />
      <PlanNotices id={id} membership={membership} />
      <MembershipSummary membership={membership}>
        <Actions id={id} membership={membership} pauseButton={pauseButton} withdrawButton={withdrawButton} />
        {membership.withdrawUntil === null ? null : <Withdrawal id={id} until={membership.withdrawUntil} />}
      </MembershipSummary>
      <HowItWorks membership={membership} hasCancelButton />
    </div>
  );
};
