import { Archive, BadgeCheck, CircleOff } from 'lucide-react';
import { Badge } from '#web/components/ui/badge.tsx';
import type { PlanStatus } from './plan-status.ts';

const badges = {
  'On sale': { tone: 'kelp', icon: BadgeCheck },
  'Off sale': { tone: 'amber', icon: CircleOff },
  Retired: { tone: 'neutral', icon: Archive },
} as const satisfies Record<PlanStatus, object>;

export const PlanBadge = ({ status }: { status: PlanStatus }) => <Badge {...badges[status]}>{status}</Badge>;
