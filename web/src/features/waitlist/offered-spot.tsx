import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { formatOfferEnd, formatTimeLeft } from './waitlist-text.ts';

interface OfferedSpotProps {
  readonly classId: number;
  readonly until: string;
  /** The button that takes the spot. */
  readonly children: ReactNode;
}

/** On the card of a class with a spot that is offered to the member. */
export const OfferedSpot = ({ classId, until, children }: OfferedSpotProps) => {
  const now = useStudioNow();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-start gap-2.5 rounded-card bg-coral-tint px-4 py-3 text-coral-dark">
        <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.8} />
        <span>
          <span className="block font-semibold">
            A spot is kept for you until {formatOfferEnd(until, now)}
          </span>
          <span className="tabular text-sm">
            {formatTimeLeft(until, now)} ·{' '}
            <Link to={`/waitlist/${classId}`} className="underline underline-offset-3">
              Details
            </Link>
          </span>
        </span>
      </p>
      {children}
    </div>
  );
};
