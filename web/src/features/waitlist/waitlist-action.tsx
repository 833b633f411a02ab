import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import type { WaitlistStatus } from '#services/contract/waitlist.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { usePendingAction } from '../auth/use-pending-action.ts';
import { useWaitlistChange } from './use-waitlist-change.ts';
import { formatPosition } from './waitlist-text.ts';

interface WaitlistActionProps {
  readonly scheduledClass: ScheduledClass;
  /** Undefined for visitors. */
  readonly waitlistStatus: WaitlistStatus | undefined;
  /** The free spots are reserved for the waitlist. */
  readonly isReserved: boolean;
  readonly describedBy: string;
}

/** The waitlist of a class without a bookable spot: its length, the member's place, and joining or leaving it. */
export const WaitlistAction = ({
  scheduledClass,
  waitlistStatus,
  isReserved,
  describedBy,
}: WaitlistActionProps) => {
  const { signInThen } = useAuth();
  const { join, leave, isChanging } = useWaitlistChange(scheduledClass);
  const toJoin = { kind: 'join-waitlist', classId: scheduledClass.id } as const;
  usePendingAction(toJoin, join, waitlistStatus?.isOnWaitlist === false);
  // Without a waitlist, a free place is reserved only for a member who pays.
  const unavailableText =
    scheduledClass.waitlistCount > 0 ? 'Kept for the waitlist' : 'Kept while someone pays';
  const isWaiting = waitlistStatus?.isOnWaitlist === true;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        {waitlistStatus?.position ? (
          <Link to={`/waitlist/${scheduledClass.id}`} className="text-link">
            {waitlistStatus.question ? 'Moved: still want it?' : formatPosition(waitlistStatus.position)}
          </Link>
        ) : (
          <span className="font-semibold">{isReserved ? unavailableText : 'Fully Booked'}</span>
        )}
        <span className="tabular text-ink-muted">
          {waitlistStatus?.waitlistCount ?? scheduledClass.waitlistCount} on waitlist
        </span>
      </p>
      <Button
        variant="secondary"
        aria-describedby={describedBy}
        className="w-full"
        busy={isChanging}
        onClick={waitlistStatus === undefined ? () => signInThen(toJoin) : isWaiting ? leave : join}
      >
        {waitlistStatus === undefined
          ? 'Sign In to Join Waitlist'
          : isWaiting
            ? 'Leave Waitlist'
            : 'Join Waitlist'}
      </Button>
    </div>
  );
};
