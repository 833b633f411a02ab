import { CircleAlert, CircleCheck, Mail, TriangleAlert } from 'lucide-react';
import type { ComplaintEntry } from '#services/contract/complaints.ts';
import { Badge } from '#web/components/ui/badge.tsx';

const WEEK_MS = 7 * 24 * 3_600_000;

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
    <Badge tone={leftMs < WEEK_MS ? 'amber' : 'sea'} icon={leftMs < WEEK_MS ? CircleAlert : Mail}>
      {leftMs < WEEK_MS ? 'Due soon' : 'Open'}
    </Badge>
  );
}
