import { CircleAlert, CircleCheck, CircleDashed, CirclePause, CircleSlash } from 'lucide-react';
import { Badge } from '#web/components/ui/badge.tsx';
import type { MembershipStatus } from './membership-status.ts';

const badges = {
  Active: { tone: 'kelp', icon: CircleCheck },
  Cancelling: { tone: 'amber', icon: CircleDashed },
  Paused: { tone: 'neutral', icon: CirclePause },
  'Paused, ending': { tone: 'amber', icon: CirclePause },
  'Past due': { tone: 'rust', icon: CircleAlert },
  'Not paid, kept': { tone: 'rust', icon: CircleDashed },
  'Past due, ending': { tone: 'rust', icon: CircleDashed },
  Ended: { tone: 'neutral', icon: CircleSlash },
} as const satisfies Record<MembershipStatus, object>;

export const MembershipStatusBadge = ({ status }: { status: MembershipStatus }) => (
  <Badge {...badges[status]}>{status}</Badge>
);
