import type { RefObject } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { describeLatePass } from '../booking/late-pass.ts';
import { describeLateBooking } from './booking-status.ts';
import { describeReturn, expiresSoon } from './returned-pass.ts';
import { useCancelBooking } from './use-cancel-booking.ts';

interface CancelDialogProps {
  readonly booking: MyBooking;
  readonly now: number;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: (wasCancelled: boolean) => void;
}

/** Asks for confirmation, and states whether the pass comes back and until when it can be used. */
export const CancelDialog = ({ booking, now, focusAfter, onClose }: CancelDialogProps) => {
  const { cancel, isCancelling } = useCancelBooking(onClose);
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const returnsPass = now <= Date.parse(booking.freeCancellationUntil);
  const hasShortExpiry = expiresSoon(booking.passExpiresAt, now);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isCancelling && onClose(false)}
      title="Cancel this class?"
      text={
        <>
          <span className="mb-2 block font-medium text-ink">
            {getLevelName(booking.class.name)}, {formatDayTime(booking.class.startsAt)}
          </span>
          {returnsPass ? (
            <>
              <span className="block">
                Free to cancel until {formatDayTime(booking.freeCancellationUntil)}.
              </span>
              <span className={cx('mt-2 block', hasShortExpiry && 'font-medium text-amber')}>
                {describeReturn(booking, now)}
              </span>
            </>
          ) : (
            describeLatePass(describeLateBooking(booking), isRefilled)
          )}
        </>
      }
      confirmLabel={isCancelling ? 'Cancelling...' : 'Cancel Class'}
      cancelLabel="Keep my place"
      busy={isCancelling}
      onConfirm={() => cancel(booking, now)}
      tone="danger"
      focusAfter={focusAfter}
    />
  );
};
