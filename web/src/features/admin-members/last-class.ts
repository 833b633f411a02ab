import type { Tone } from '#web/components/ui/badge.tsx';
import { countDaysUntil, formatWallDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';

interface LastClass {
  readonly tone: Tone;
  readonly text: string;
  /** Such as '3 days ago'. */
  readonly ago: string | null;
}

/** Describes when a member last came: green up to 14 days ago, orange over 14 or never, red over 30. */
export const describeLastClass = (date: string | null, now: number): LastClass => {
  if (date === null) return { tone: 'amber', text: 'Never attended', ago: null };
  const days = Math.max(0, countDaysUntil(`${date}T12:00:00Z`, now));
  const tone = days > 30 ? 'rust' : days > 14 ? 'amber' : 'kelp';
  return {
    tone,
    text: formatWallDate(date),
    ago: days === 0 ? 'today' : `${formatCount(days, 'day', 'days')} ago`,
  };
};
