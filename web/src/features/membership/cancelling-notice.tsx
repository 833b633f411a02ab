import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { describeUnpaidEnd } from './membership-text.ts';

/** States that the membership ends with its current period. */
export const CancellingNotice = ({ membership }: { membership: MembershipAnswer }) => {
  const endsAt = membership.endsAt ?? membership.currentPeriodEnd;
  const day = endsAt === null ? 'the last day of its period' : formatDate(endsAt);
  return (
    <Notice tone="warning">
      <p>
        {membership.status === 'past_due'
          ? describeUnpaidEnd('period_end', endsAt)
          : `Your membership ends on ${day}. ${membership.status === 'paused' ? 'It stays paused until then.' : 'Your remaining classes can be used until then.'}`}
      </p>
    </Notice>
  );
};
