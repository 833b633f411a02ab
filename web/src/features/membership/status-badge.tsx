import { CircleCheck, CircleDashed } from 'lucide-react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatStatus } from './membership-state.ts';

export const StatusBadge = ({ status }: { status: MembershipAnswer['status'] }) => (
  <Badge
    tone={status === 'active' ? 'kelp' : 'neutral'}
    icon={status === 'active' ? CircleCheck : CircleDashed}
  >
    {formatStatus(status)}
  </Badge>
);
