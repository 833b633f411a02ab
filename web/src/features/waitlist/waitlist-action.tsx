import { Link } from 'react-router-dom';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import type { WaitlistStatus } from '../../../../services/contract/waitlist.ts';
import { Button } from '../../components/ui/button.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useWaitlistChange } from './use-waitlist-change.ts';
import { placeText } from './waitlist-words.ts';

interface WaitlistActionProps {
  readonly scheduled: ScheduledClass;
  /** Undefined for visitors. */
  readonly line: WaitlistStatus | undefined;
  /** There is a spot, for those in line. */
  readonly isKept: boolean;
  readonly describedBy: string;
}

/** A class without a spot for the asking: how many wait, where one stands, and getting in line or out of it. */
export const WaitlistAction = ({ scheduled, line, isKept, describedBy }: WaitlistActionProps) => {
  const { openAuth } = useAuth();
  const { join, leave, changing } = useWaitlistChange(scheduled);
  const isWaiting = line?.isOnWaitlist === true;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        {line?.position ? (
          <Link to={`/waitlist/${scheduled.id}`} className="text-link">
            {placeText(line.position)}
          </Link>
        ) : (
          <span className="font-semibold">{isKept ? 'Kept for the waitlist' : 'Fully Booked'}</span>
        )}
        <span className="tabular text-ink-muted">
          {line?.waitlistCount ?? scheduled.waitlistCount} on waitlist
        </span>
      </p>
      <Button
        variant="secondary"
        aria-describedby={describedBy}
        className="w-full"
        busy={changing}
        onClick={line === undefined ? () => openAuth() : isWaiting ? leave : join}
      >
        {line === undefined ? 'Sign In to Join Waitlist' : isWaiting ? 'Leave Waitlist' : 'Join Waitlist'}
      </Button>
    </div>
  );
};
