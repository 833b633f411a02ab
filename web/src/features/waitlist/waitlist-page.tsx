import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ClassAnswer, ScheduledClass } from '../../../../services/contract/schedule.ts';
import { CalmSea } from '../../components/illustrations/calm-sea.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadProblem } from '../../components/ui/load-problem.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatWallDay } from '../../lib/dates.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMyBookings } from '../booking/api/use-my-bookings.ts';
import { classCardState } from '../booking/class-card-state.ts';
import { levelName } from '../booking/level.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { useScheduledClass } from './api/use-scheduled-class.ts';
import { useWaitlist } from './api/use-waitlist.ts';
import { ClaimPanel } from './claim-panel.tsx';
import { Happenings } from './happenings.tsx';
import { lineState } from './line-state.ts';
import { useFocusKept } from './use-focus-kept.ts';

const Loading = () => (
  <div aria-busy="true">
    <Skeleton className="h-72" />
  </div>
);

const Problem = ({ onRetry }: { onRetry: () => void }) => (
  <LoadProblem title="The waitlist is not here just now" text="Your place in it is safe." onRetry={onRetry} />
);

const SignedOut = () => {
  const { openAuth } = useAuth();
  return (
    <EmptyState
      illustration={<CalmSea />}
      title="Sign in to see your place in line"
      text="If a spot is kept for you, you can take it right here."
      action={<Button onClick={() => openAuth('signin')}>Sign In</Button>}
    />
  );
};

/** The line as the signed-in member sees it. */
const Line = ({ found: { class: scheduled, isCancelled } }: { found: ClassAnswer }) => {
  const { line, failed, retry } = useWaitlist(scheduled.id);
  const { bookings, error } = useMyBookings(true);
  const { membership, failed: noMembership } = useMembership(true);
  const now = useStudioNow();
  const place = useRef<HTMLDivElement>(null);
  const isKnown =
    (bookings !== undefined || error !== undefined) && (membership !== undefined || noMembership);
  const viewer = { hasPriority: membership?.status === 'active' };
  const state =
    line && isKnown
      ? lineState(classCardState(scheduled, bookings ?? [], viewer, now, line), line, isCancelled)
      : undefined;
  useFocusKept(place, state?.kind ?? 'loading');
  if (failed) return <Problem onRetry={retry} />;
  return (
    <div ref={place}>
      {line && state ? (
        <>
          <div aria-live="polite">
            <ClaimPanel scheduled={scheduled} line={line} state={state} />
          </div>
          <Happenings happenings={line.happenings} />
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
  return status === 'signed-out' ? <SignedOut /> : <Line found={found} />;
};

/** Breaks between its parts only. */
const ClassName = ({ scheduled }: { scheduled: ScheduledClass }) => {
  const { name, date, time, instructorName, duration } = scheduled;
  return (
    <>
      <span className="whitespace-nowrap">
        {levelName(name)} with {instructorName || 'Instructor'}
      </span>{' '}
      ·{' '}
      <span className="tabular whitespace-nowrap">
        {formatWallDay(date)}, {time}
      </span>{' '}
      · <span className="whitespace-nowrap">{duration} min</span>
    </>
  );
};

/** /waitlist/:classId, where the emails about a spot lead to. */
export const WaitlistPage = () => {
  const { classId = '' } = useParams();
  const { found, problem, retry } = useScheduledClass(
    /^[1-9]\d{0,9}$/.test(classId) ? Number(classId) : null,
  );
  return (
    <Page
      title="Waitlist"
      subtitle={found ? <ClassName scheduled={found.class} /> : null}
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
