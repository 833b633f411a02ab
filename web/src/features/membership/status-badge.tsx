import { CircleCheck, CircleDashed } from 'lucide-react';
import type { MembershipAnswer } from '../../../../services/contract/membership.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { statusName } from './membership-state.ts';

/** The status of a membership in a pill. */
export const StatusBadge = ({ status }: { status: MembershipAnswer['status'] }) => (
  <Badge
    tone={status === 'active' ? 'kelp' : 'neutral'}
    icon={status === 'active' ? CircleCheck : CircleDashed}
  >
    {statusName(status)}
  </Badge>
);
