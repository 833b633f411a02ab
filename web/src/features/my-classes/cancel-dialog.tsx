import type { RefObject } from 'react';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { cx } from '../../components/ui/cx.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { levelName } from '../booking/level.ts';
import { goesBackText, lapsesSoon } from './returned-pass.ts';
import { useCancelBooking } from './use-cancel-booking.ts';

interface CancelDialogProps {
  readonly booking: MyBooking;
  readonly now: number;
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: (wasCancelled: boolean) => void;
}

/** Says before the click whether the pass comes back, where to, and whether it can be used then. */
export const CancelDialog = ({ booking, now, focusAfter, onClose }: CancelDialogProps) => {
  const { cancel, cancelling } = useCancelBooking(onClose);
  const returns = now <= Date.parse(booking.freeCancellationUntil);
  const lapses = lapsesSoon(booking.passExpiresAt, now);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !cancelling && onClose(false)}
      title="Cancel this class?"
      text={
        <>
          <span className="mb-2 block font-medium text-ink">
            {levelName(booking.class.name)}, {formatDayTime(booking.class.startsAt)}
          </span>
          {returns ? (
            <>
              <span className="block">
                Free to cancel until {formatDayTime(booking.freeCancellationUntil)}.
              </span>
              <span className={cx('mt-2 block', lapses && 'font-medium text-amber')}>
                {goesBackText(booking, now)}
              </span>
            </>
          ) : (
            'It is less than 24 hours away: your pass will not come back.'
          )}
        </>
      }
      confirmLabel={cancelling ? 'Cancelling...' : 'Cancel Class'}
      cancelLabel="Keep my place"
      busy={cancelling}
      onConfirm={() => cancel(booking, now)}
      tone="danger"
      focusAfter={focusAfter}
    />
  );
};
