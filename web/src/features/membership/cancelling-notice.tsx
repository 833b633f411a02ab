import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate } from '#web/lib/london-time.ts';

/** States that the membership ends with its current period. */
export const CancellingNotice = ({ endsAt }: { endsAt: string | null }) => (
  <Notice tone="warning">
    <p>
      Your membership ends on {endsAt === null ? 'the last day of its period' : formatDate(endsAt)}. Your
      remaining classes can be used until then.
    </p>
  </Notice>
);
