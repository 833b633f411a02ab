import { Badge } from '../../components/ui/badge.tsx';
import { classTone, classWord, rateTone, rateWord } from './fill-rating.ts';

/** How full something is; `of` says by which thresholds it is coloured. */
export const FillBadge = ({ percentage, of }: { percentage: number; of: 'rate' | 'class' }) => (
  <Badge tone={of === 'rate' ? rateTone(percentage) : classTone(percentage)} className="tabular-nums">
    {percentage}%
    <span className="sr-only">, {of === 'rate' ? rateWord(percentage) : classWord(percentage)}</span>
  </Badge>
);
