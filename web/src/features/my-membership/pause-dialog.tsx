import type { RefObject } from 'react';
import type { MembershipAnswer, PausePreviewAnswer } from '#services/contract/membership.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { forAPeriod } from '#web/lib/period-words.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { previewPause } from './api/pause-membership.ts';
import { usePause } from './use-pause.ts';

const Bookings = ({ bookings }: Pick<PausePreviewAnswer, 'bookings'>) =>
  bookings.length === 0 ? null : (
    <section aria-labelledby="pause-bookings" className="mt-5">
      <h3 id="pause-bookings" className="font-semibold">
        Booked in that time
      </h3>
      <ul className="mt-2 divide-y divide-sand border-sand border-y">
        {bookings.map(({ bookingId, className, startsAt, passName }) => (
          <li key={bookingId} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="font-medium">
              {className}, {formatDayTime(startsAt)}
            </span>
            <span className="text-ink-muted">{passName}</span>
          </li>
        ))}
      </ul>
    </section>
  );

interface PauseDialogProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  /** Has the focus after the pause, whose own button is removed by then. */
  readonly focusAfter: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Pauses the next period, after what that means has been read. */
export const PauseDialog = ({ id, membership, focusAfter, onClose }: PauseDialogProps) => {
  const { pause, isChanging } = usePause(id);
  const { preview, error } = usePreview(['pause-preview', id], () => previewPause(id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title={`Pause ${forAPeriod[membership.interval]}?`}
      focusAfter={focusAfter}
      footer={
        <>
          <DialogClose disabled={isChanging}>Go back</DialogClose>
          <Button busy={isChanging} disabled={preview === undefined} onClick={() => pause(onClose)}>
            {isChanging ? 'Pausing...' : 'Pause my membership'}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {error !== undefined && (
          <Notice tone="error">
            {getErrorMessage(error, 'We could not find out what a pause would mean. Please try again.')}
          </Notice>
        )}
        {preview === undefined && error === undefined && <Skeleton className="h-40" />}
        {preview && (
          <>
            <BulletList>
              {preview.summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </BulletList>
            <Bookings bookings={preview.bookings} />
          </>
        )}
      </div>
    </Dialog>
  );
};
