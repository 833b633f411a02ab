import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { timeLeftText, untilText } from './waitlist-words.ts';

interface OfferedSpotProps {
  readonly classId: number;
  readonly until: string;
  /** The button that takes it. */
  readonly children: ReactNode;
}

/** On the card of a class that has a spot for the member: until when, and taking it. */
export const OfferedSpot = ({ classId, until, children }: OfferedSpotProps) => {
  const now = useStudioNow();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-start gap-2.5 rounded-card bg-coral-tint px-4 py-3 text-coral-dark">
        <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.8} />
        <span>
          <span className="block font-semibold">A spot is kept for you until {untilText(until, now)}</span>
          <span className="tabular text-sm">
            {timeLeftText(until, now)} ·{' '}
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
