import { Clock3 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';

interface CheckoutTermsProps {
  readonly reservedUntil: string;
  readonly isPaying: boolean;
  readonly onRenew: () => void;
}

/** How long the place is kept, and what pressing "Pay" agrees to. */
export const CheckoutTerms = ({ reservedUntil, isPaying, onRenew }: CheckoutTermsProps) => {
  const isOver = useStudioNow() >= Date.parse(reservedUntil);
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
      <p className="text-ink-muted text-sm">
        By paying you accept our{' '}
        <Link to="/terms-of-service" target="_blank" className="text-link">
          terms
        </Link>{' '}
        and ask us to book at once. You have 14 days to cancel the purchase; a class that you take or book in
        that time is paid for.
      </p>
    </div>
  );
};
