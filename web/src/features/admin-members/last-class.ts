import type { Tone } from '../../components/ui/badge.tsx';
import { countDaysUntil, formatWallDate } from '../../lib/london-time.ts';
import { formatCount } from '../../lib/numbers.ts';

interface LastClass {
  readonly tone: Tone;
  readonly text: string;
  /** How long ago, in words. */
  readonly ago: string | null;
}

/** How long ago a member came: green up to 14 days, orange over 14, red over 30, and orange for never. */
export const lastClassLook = (date: string | null, now: number): LastClass => {
  if (date === null) return { tone: 'amber', text: 'Never attended', ago: null };
  const days = Math.max(0, countDaysUntil(`${date}T12:00:00Z`, now));
  const tone = days > 30 ? 'rust' : days > 14 ? 'amber' : 'kelp';
  return {
    tone,
    text: formatWallDate(date),
    ago: days === 0 ? 'today' : `${formatCount(days, 'day', 'days')} ago`,
  };
};
