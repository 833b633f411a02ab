import type { RefObject } from 'react';
import { describeLateness } from '#services/contract/rule-wording.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { describeLateBookingPass } from './late-pass.ts';

interface BookingDialogProps {
  readonly scheduledClass: ScheduledClass;
  /** The button on the card. */
  readonly focusAfter: RefObject<HTMLButtonElement | null>;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks after a sign-in that was on the way to this class. Asks also before a pass is spent that a cancellation would not give
 * back.
 */
export const BookingDialog = ({ scheduledClass, focusAfter, onConfirm, onClose }: BookingDialogProps) => {
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const { startsAt, freeCancellationUntil: freeUntil, instructorName } = scheduledClass;
  const isLate = readStudioNow() > Date.parse(freeUntil);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Book this class?"
      text={
        <>
          <span className="mb-2 block font-medium text-ink">
            {getLevelName(scheduledClass.name)}, {formatDayTime(startsAt)}
            {!isLate && instructorName && `, with ${instructorName}`}
          </span>
          {isLate
            ? describeLateBookingPass(describeLateness({ startsAt, freeUntil }), isRefilled)
            : `It takes one of your passes, and is free to cancel until ${formatDayTime(freeUntil)}.`}
        </>
      }
      confirmLabel={isLate ? 'Use one pass' : 'Book This Class'}
      cancelLabel="Not now"
      focusAfter={focusAfter}
      onConfirm={onConfirm}
    />
  );
};
