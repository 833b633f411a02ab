import { Suspense } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { hasReservation } from '../checkout/own-reservations.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { useClasses } from '../timetable/api/use-classes.ts';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { getClassCardState } from '../timetable/class-card-state.ts';
import { type ClassFilter, matchesFilter } from '../timetable/class-filter.ts';
import { useWaitlistDay } from '../waitlist/api/use-waitlist-day.ts';
import { ClassCard } from './class-card.tsx';

const CalmSea = lazyPart(() => import('#web/components/illustrations/calm-sea.tsx').then((m) => m.CalmSea), {
  fallback: <div className="h-24" />,
});
const EmptyDay = lazyContent(() => import('./empty-day.tsx').then((m) => m.EmptyDay));

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6';

interface ClassListProps {
  readonly date: string;
  /** The class that the address asks for. */
  readonly markedId: number | null;
  readonly filter: ClassFilter;
  readonly onShowAll: () => void;
}

/** The classes of one day, each in its state for this viewer. */
export const ClassList = ({ date, markedId, filter, onShowAll }: ClassListProps) => {
  const { user, status } = useAuth();
  const { classes, hasFailed, retry } = useClasses(date);
  const { bookings, error } = useMyBookings(user !== null);
  const now = useStudioNow();
  const { membership, hasFailed: hasMembershipFailed } = useMembership(user !== null);
  const waitlist = useWaitlistDay(date, user !== null);
  const viewer = user && { hasPriority: membership?.status === 'active' && membership.hasPriority };
  // Before the viewer and their bookings are loaded, a card could offer the wrong action.
  const isMemberKnown =
    (bookings !== undefined || error !== undefined) &&
    (membership !== undefined || hasMembershipFailed) &&
    waitlist.isKnown;
  const isKnown = status !== 'loading' && (user === null || isMemberKnown);

  if (hasFailed) {
    return (
      <LoadProblem title="The timetable is not here just now" text="We could not load it." onRetry={retry} />
    );
  }
  if (classes === undefined || !isKnown) {
    return (
      <div className={grid} aria-busy="true">
        {['a', 'b', 'c', 'd'].map((place) => (
          <Skeleton key={place} className="h-72" />
        ))}
      </div>
    );
  }
  if (classes.length === 0) {
    return (
      <Suspense fallback={<div className="h-56" aria-busy="true" />}>
        <EmptyDay date={date} />
      </Suspense>
    );
  }
  const shown = classes.filter((each) => each.id === markedId || matchesFilter(each, filter));
  if (shown.length === 0) {
    return (
      <EmptyState
        illustration={<CalmSea />}
        title="No class like that on this day"
        text="Try another day, or see all of its classes."
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    );
  }
  return (
    <>
      <p className="sr-only" role="status">
        {formatCount(shown.length, 'class', 'classes')} on {formatShortWallDay(date)}
      </p>
      <div className={grid}>
        {shown.map((scheduledClass) => {
          const { id } = scheduledClass;
          const waitlistStatus = user ? waitlist.getStatus(id) : undefined;
          const viewerOfClass = viewer && { ...viewer, hasReservation: hasReservation(id, now) };
          return (
            <ClassCard
              key={scheduledClass.id}
              scheduledClass={scheduledClass}
              state={getClassCardState(scheduledClass, bookings ?? [], viewerOfClass, now, waitlistStatus)}
              bookings={bookings ?? []}
              waitlistStatus={waitlistStatus}
              isMarked={scheduledClass.id === markedId}
            />
          );
        })}
      </div>
    </>
  );
};
