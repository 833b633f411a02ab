import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { ApiError, getErrorMessage } from '#web/lib/api-error.ts';
import { JoinWaitlistButton } from './join-waitlist-button.tsx';

/** The refusals after which one can wait for a place. */
const fullCodes = new Set<ApiError['code']>(['CLASS_FULL', 'CLASS_HAS_LINE', 'SPOT_OFFERED']);
/** The refusals that trying again does not change. */
const finalCodes = new Set<ApiError['code']>([
  'ALREADY_BOOKED',
  'CLASS_PAST',
  'CLASS_CANCELLED',
  'CLASS_NOT_FOUND',
  'OUTSIDE_BOOKING_WINDOW',
]);

interface CheckoutProblemProps {
  readonly cause: unknown;
  readonly scheduledClass: ScheduledClass;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Why no place could be reserved, and what can be done. Nothing has been charged. */
export const CheckoutProblem = ({ cause, scheduledClass, onRetry, onClose }: CheckoutProblemProps) => {
  const code = cause instanceof ApiError ? cause.code : undefined;
  const isFull = code !== undefined && fullCodes.has(code);
  const isFinal = code !== undefined && finalCodes.has(code);
  // The server's sentence addresses a member who has a pass already.
  const sentence =
    code === 'CLASS_FULL'
      ? 'Someone else has the last place now.'
      : getErrorMessage(cause, 'We could not keep a place for you.');
  return (
    <Notice tone="error">
      <p>{sentence} Nothing has been charged.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {isFull ? <JoinWaitlistButton scheduledClass={scheduledClass} onDone={onClose} /> : null}
        {isFull || isFinal ? (
          <Button variant="secondary" size="sm" onClick={onClose}>
            See other classes
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Notice>
  );
};
