import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MembershipAnswer } from '../../../../services/contract/membership.ts';
import { Button } from '../../components/ui/button.tsx';
import { lazyOnTouch } from '../../lib/lazy-on-touch.ts';
import { HowItWorks } from '../membership/how-it-works.tsx';
import { MembershipSummary } from '../membership/membership-summary.tsx';
import { useChangeMembership } from './use-change-membership.ts';

const CancelMembershipDialog = lazyOnTouch(() =>
  import('./cancel-membership-dialog.tsx').then((m) => m.CancelMembershipDialog),
);

interface RunningMembershipProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
}

/** The button that keeps it makes way for the one that cancels it; the focus goes to the link that stays. */
const useFocusWhenKept = (isCancelling: boolean) => {
  const link = useRef<HTMLAnchorElement>(null);
  const wasCancelling = useRef(isCancelling);
  useEffect(() => {
    const isKept = wasCancelling.current && !isCancelling;
    wasCancelling.current = isCancelling;
    if (isKept && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [isCancelling]);
  return link;
};

/** The actions at the foot of the card: one stays, the other depends on whether it is being cancelled. */
const Actions = ({ id, membership }: RunningMembershipProps) => {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const book = useFocusWhenKept(membership.cancelAtPeriodEnd);
  const { resume, changing } = useChangeMembership(id);
  const canCancel = membership.status === 'active' && !membership.cancelAtPeriodEnd;
  return (
    <div className="flex flex-col gap-3 border-sand border-t px-5 py-5 sm:flex-row md:px-8">
      <Button asChild>
        <Link ref={book} to="/book-classes">
          Book a Class
        </Link>
      </Button>
      {membership.cancelAtPeriodEnd ? (
        <Button ref={keep} variant="secondary" busy={changing} onClick={resume}>
          {changing ? 'One moment...' : 'Keep my membership'}
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Cancel Membership
        </Button>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <CancelMembershipDialog
            id={id}
            membership={membership}
            focusAfter={keep}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
};

/** A membership that runs, with what its member can do about it. */
export const RunningMembership = ({ id, membership }: RunningMembershipProps) => (
  <div className="flex flex-col gap-6 md:gap-8">
    <MembershipSummary membership={membership}>
      <Actions id={id} membership={membership} />
    </MembershipSummary>
    <HowItWorks membership={membership} withButton />
  </div>
);
