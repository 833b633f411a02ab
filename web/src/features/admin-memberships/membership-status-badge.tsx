import { CircleAlert, CircleCheck, CircleDashed, CircleSlash } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import type { Standing } from './membership-status.ts';

const looks = {
  Active: { tone: 'kelp', icon: CircleCheck },
  Cancelling: { tone: 'amber', icon: CircleDashed },
  'Past due': { tone: 'rust', icon: CircleAlert },
  Ended: { tone: 'neutral', icon: CircleSlash },
} as const satisfies Record<Standing, object>;

/** How a membership stands, in a pill. */
export const StandingBadge = ({ standing }: { standing: Standing }) => (
  <Badge tone={looks[standing].tone} icon={looks[standing].icon}>
    {standing}
  </Badge>
);
