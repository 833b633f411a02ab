import { Clock3 } from 'lucide-react';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { PayingAgrees } from '../purchase/paying-agrees.tsx';
import { describeDeadline } from '../timetable/describe-deadline.ts';

interface CheckoutTermsProps {
  readonly scheduledClass: ScheduledClass;
  readonly reservedUntil: string;
  readonly isPaying: boolean;
  readonly onRenew: () => void;
}

/** How long the place is reserved, until when the class is free to cancel, and what pressing "Pay" agrees to. */
export const CheckoutTerms = ({ scheduledClass, reservedUntil, isPaying, onRenew }: CheckoutTermsProps) => {
  const now = useStudioNow();
  const isOver = now >= Date.parse(reservedUntil);
  const isFree = now <= Date.parse(scheduledClass.freeCancellationUntil);
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  return (
    <div className="mb-5 flex flex-col gap-2">
      {isOver && !isPaying ? (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3">
          <p>We could not keep your place any longer. It may still be free.</p>
          <Button variant="secondary" size="sm" onClick={onRenew}>
            Keep it again
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-2 font-medium">
          <Clock3 aria-hidden="true" className="size-4.5 shrink-0 text-sea" />
          <span className="tabular">Your place is kept until {formatTime(reservedUntil)}.</span>
        </p>
      )}
      <p>{describeDeadline(scheduledClass, isFree, isRefilled)}.</p>
      <PayingAgrees start="book" />
    </div>
  );
};
