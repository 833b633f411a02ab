import { describeLateness } from '#services/contract/rule-wording.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { describeLateBookingPass } from './late-pass.ts';

interface LateBookingDialogProps {
  readonly scheduledClass: ScheduledClass;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once before a pass is spent that a cancellation would not give back. */
export const LateBookingDialog = ({ scheduledClass, onConfirm, onClose }: LateBookingDialogProps) => {
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const { startsAt, freeCancellationUntil: freeUntil } = scheduledClass;
  const lateness = describeLateness({ startsAt, freeUntil });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Book this class?"
      text={
        <>
          <span className="mb-2 block font-medium text-ink">
            {getLevelName(scheduledClass.name)}, {formatDayTime(scheduledClass.startsAt)}
          </span>
          {describeLateBookingPass(lateness, isRefilled)}
        </>
      }
      confirmLabel="Use one pass"
      cancelLabel="Not now"
      onConfirm={onConfirm}
    />
  );
};
