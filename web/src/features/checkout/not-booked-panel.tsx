import { useEffect, useRef } from 'react';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { JoinWaitlistButton } from './join-waitlist-button.tsx';

/** Why the place could not be booked; the codes are those of booking. */
const reasons: Readonly<Record<string, string>> = {
  CLASS_FULL: 'was taken by someone else before your payment came through',
  SPOT_OFFERED: 'went to someone on the waitlist before your payment came through',
  CLASS_CANCELLED: 'is gone: the studio cancelled this class meanwhile',
  CLASS_NOT_FOUND: 'is gone: the studio took this class off the timetable',
  CLASS_PAST: 'could not be booked: the class had already begun',
  CHANGED_SINCE: 'was not booked, because the studio changed this class meanwhile',
  OVERLAPS_BOOKING: 'was not booked, because you have another class at that time',
};

interface NotBookedPanelProps {
  readonly scheduledClass: ScheduledClass;
  readonly outcome: CompletePaymentAnswer;
  readonly onClose: () => void;
}

/** Shows that the pass is bought, but not the place, and offers the waitlist. */
export const NotBookedPanel = ({ scheduledClass, outcome, onClose }: NotBookedPanelProps) => {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  const { pass, notBooked } = outcome;
  const reason = reasons[notBooked ?? ''] ?? 'could not be booked';
  const isFull = notBooked === 'CLASS_FULL' || notBooked === 'SPOT_OFFERED';
  return (
    <div className="flex flex-col gap-5 pt-2">
      <p ref={text} tabIndex={-1} className="outline-none">
        You have the {pass.name}: {formatCount(pass.classes, 'class', 'classes')}, to use by{' '}
        {formatDate(pass.expiresAt)}. But the place on {formatDayTime(scheduledClass.startsAt)} {reason}. Your
        pass is untouched; use it for any other class.
      </p>
      <div className="flex flex-col gap-3 md:flex-row md:justify-end">
        <Button variant="secondary" onClick={onClose}>
          See other classes
        </Button>
        {isFull ? <JoinWaitlistButton scheduledClass={scheduledClass} onDone={onClose} /> : null}
      </div>
    </div>
  );
};
