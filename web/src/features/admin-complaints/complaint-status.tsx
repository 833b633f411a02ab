import { millisecondsInWeek } from 'date-fns/constants';
import { CircleAlert, CircleCheck, Mail, TriangleAlert } from 'lucide-react';
import type { ComplaintEntry } from '#services/contract/complaints.ts';
import { Badge } from '#web/components/ui/badge.tsx';

/** Whether a complaint is answered, and else how soon it is due. */
export function ComplaintStatus({
  status,
  dueAt,
  now,
}: Pick<ComplaintEntry, 'status' | 'dueAt'> & { now: string }) {
  if (status !== 'open') {
    return (
      <Badge tone="kelp" icon={CircleCheck}>
        {status === 'answered' ? 'Answered' : 'Erased'}
      </Badge>
    );
  }
  const leftMs = Date.parse(dueAt) - Date.parse(now);
  if (leftMs < 0) {
    return (
      <Badge tone="rust" icon={TriangleAlert}>
        Overdue
      </Badge>
    );
  }
  return (
    <Badge
      tone={leftMs < millisecondsInWeek ? 'amber' : 'sea'}
      icon={leftMs < millisecondsInWeek ? CircleAlert : Mail}
    >
      {leftMs < millisecondsInWeek ? 'Due soon' : 'Open'}
    </Badge>
  );
}
