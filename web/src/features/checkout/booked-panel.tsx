import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { useProfile } from '../account/api/use-profile.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import { PasskeyOffer } from '../passkeys/passkey-offer.tsx';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { describeDeadline } from '../timetable/describe-deadline.ts';

interface BookedPanelProps {
  readonly scheduledClass: ScheduledClass;
  readonly bookingId: number;
  readonly passesLeft: number;
  readonly onClose: () => void;
}

/** The booking that the payment made, with what a member wants to know next. */
export const BookedPanel = ({ scheduledClass, bookingId, passesLeft, onClose }: BookedPanelProps) => {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { user } = useAuth();
  const { bookings } = useMyBookings(true);
  const hasAnsweredHealth = useProfile().account?.hasAnsweredHealth ?? true;
  const { startsAt, name, instructorName } = scheduledClass;
  // The booking's own deadline, once it is loaded.
  const { freeCancellationUntil } = bookings?.find(({ id }) => id === bookingId) ?? scheduledClass;
  const isFree = readStudioNow() <= Date.parse(freeCancellationUntil);
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const classLabel = `${getLevelName(name)}, ${formatDayTime(startsAt)}`;
  return (
    <div className="flex flex-col gap-5 pt-2">
      <p
        ref={heading}
        tabIndex={-1}
        className="flex items-start gap-3 rounded-card bg-kelp-tint px-4 py-4 text-lg outline-none"
      >
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-kelp" strokeWidth={1.8} />
        <span>
          <span className="block font-semibold">{classLabel}</span>
          {instructorName ? (
            <span className="block text-base text-ink-muted">with {instructorName}</span>
          ) : null}
        </span>
      </p>
      <div>
        <p>
          {describeDeadline({ startsAt, freeCancellationUntil }, isFree, isRefilled)}. You have{' '}
          {formatPasses(passesLeft)} left. A confirmation is on its way to your inbox.
        </p>
        {hasAnsweredHealth ? null : (
          <p className="mt-3">
            Anything that your instructor should look out for?{' '}
            <Link to="/account#health" className="text-link" onClick={onClose}>
              Answer the health questions
            </Link>{' '}
            before your first class.
          </p>
        )}
        <div className="mt-3">
          <AddToCalendar bookingId={bookingId} classLabel={classLabel} />
        </div>
      </div>
      {user === null ? null : <PasskeyOffer user={user} />}
      <div className="flex flex-col gap-3 md:flex-row md:justify-end">
        <Button asChild variant="secondary">
          <Link to="/my-classes" onClick={onClose}>
            My Classes
          </Link>
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
};
