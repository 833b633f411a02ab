import { CircleAlert, CircleCheck, Landmark, TriangleAlert } from 'lucide-react';
import type { DisputeEntry } from '#services/contract/disputes.ts';
import { Badge } from '#web/components/ui/badge.tsx';

const stages = {
  open: { tone: 'amber', icon: CircleAlert, word: 'Evidence needed' },
  answered: { tone: 'sea', icon: Landmark, word: 'The bank decides' },
  overdue: { tone: 'rust', icon: TriangleAlert, word: 'Too late' },
  won: { tone: 'kelp', icon: CircleCheck, word: 'Won' },
  lost: { tone: 'rust', icon: TriangleAlert, word: 'Lost' },
  closed: { tone: 'neutral', icon: CircleCheck, word: 'Closed' },
} as const satisfies Record<DisputeEntry['stage'], object>;

export function StageBadge({ stage }: Pick<DisputeEntry, 'stage'>) {
  const { word, ...badge } = stages[stage];
  return <Badge {...badge}>{word}</Badge>;
}
