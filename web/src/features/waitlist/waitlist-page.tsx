import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ClassAnswer, ScheduledClass } from '#services/contract/schedule.ts';
import { CalmSea } from '#web/components/illustrations/calm-sea.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { SignInRequired } from '../auth/sign-in-required.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { getClassCardState } from '../timetable/class-card-state.ts';
import { useScheduledClass } from './api/use-scheduled-class.ts';
import { useWaitlist } from './api/use-waitlist.ts';
import { ClaimPanel } from './claim-panel.tsx';
import { ReceiptSection } from './receipt-section.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';
import { WaitlistHistory } from './waitlist-history.tsx';
import { getWaitlistState } from './waitlist-state.ts';

const Loading = () => (
  <div aria-busy="true">
    <Skeleton className="h-72" />
  </div>
);

const Problem = ({ onRetry }: { onRetry: () => void }) => (
  <LoadProblem title="The waitlist is not here just now" text="Your place in it is safe." onRetry={onRetry} />
);

const MemberWaitlist = ({ found: { class: scheduledClass, isCancelled } }: { found: ClassAnswer }) => {
  const { waitlist, hasFailed, retry } = useWaitlist(scheduledClass.id);
  const { bookings, error } = useMyBookings(true);
  const { membership, hasFailed: hasMembershipFailed } = useMembership(true);
  const now = useStudioNow();
  const container = useRef<HTMLDivElement>(null);
  const isKnown =
    (bookings !== undefined || error !== undefined) && (membership !== undefined || hasMembershipFailed);
  const viewer = { hasPriority: membership?.status === 'active' && membership.hasPriority };
  const state =
    waitlist && isKnown
      ? getWaitlistState(
          getClassCardState(scheduledClass, bookings ?? [], viewer, now, waitlist),
          waitlist,
          isCancelled,
        )
      : undefined;
  useRestoreFocus(container, state?.kind ?? 'loading');
  if (hasFailed) return <Problem onRetry={retry} />;
  return (
    <div ref={container}>
      {waitlist && state ? (
        <>
          <div aria-live="polite">
            <ClaimPanel scheduledClass={scheduledClass} waitlist={waitlist} state={state} />
          </div>
          <WaitlistHistory happenings={waitlist.happenings} />
          {waitlist.happenings.length > 0 ? <ReceiptSection classId={scheduledClass.id} /> : null}
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
};

const Content = ({ found }: { found: ClassAnswer }) => {
  const { status } = useAuth();
  if (status === 'loading') return <Loading />;
  if (status === 'signed-in') return <MemberWaitlist found={found} />;
  return (
    <SignInRequired
      title="Sign in to see your place in line"
      text="If a spot is kept for you, you can take it right here."
    />
  );
};

/** The class in one line that wraps only between its parts. */
const ClassName = ({ scheduledClass }: { scheduledClass: ScheduledClass }) => {
  const { name, date, time, instructorName, duration } = scheduledClass;
  return (
    <>
      <span className="whitespace-nowrap">
        {getLevelName(name)} with {instructorName || 'Instructor'}
      </span>{' '}
      ·{' '}
      <span className="tabular whitespace-nowrap">
        {formatShortWallDay(date)}, {time}
      </span>{' '}
      · <span className="whitespace-nowrap">{duration} min</span>
    </>
  );
};

/** /waitlist/:classId, which the emails about a spot link to. */
export const WaitlistPage = () => {
  const { classId = '' } = useParams();
  const { found, problem, retry } = useScheduledClass(
    /^[1-9]\d{0,9}$/.test(classId) ? Number(classId) : null,
  );
  return (
    <Page
      title="Waitlist"
      subtitle={found ? <ClassName scheduledClass={found.class} /> : null}
      aside={
        <Button asChild variant="secondary">
          <Link to="/book-classes">
            <ArrowLeft aria-hidden="true" className="size-4.5" />
            Timetable
          </Link>
        </Button>
      }
    >
      {found ? <Content key={found.class.id} found={found} /> : null}
      {!found && problem === 'none' ? <Loading /> : null}
      {!found && problem === 'failed' ? <Problem onRetry={retry} /> : null}
      {!found && problem === 'not-found' ? (
        <EmptyState
          illustration={<CalmSea />}
          title="We could not find this class"
          text="It may have been taken off the timetable, or the link has a slip in it."
          action={
            <Button asChild>
              <Link to="/book-classes">See the timetable</Link>
            </Button>
          }
        />
      ) : null}
    </Page>
  );
};
