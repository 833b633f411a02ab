import { Badge } from '#web/components/ui/badge.tsx';
import { rateClass, ratePeriod } from './fill-rating.ts';

type FillBadgeProps = { percentage: number; of: 'period' | 'class' };

/** A percentage of booked places, rated by colour and in words. */
export function FillBadge({ percentage, of }: FillBadgeProps) {
  const { tone, label } = of === 'period' ? ratePeriod(percentage) : rateClass(percentage);
  return (
    <Badge tone={tone} className="tabular-nums">
      {percentage}%, {label}
    </Badge>
  );
}
