import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';

/** The open payment was cancelled and the membership continues: nothing is due before the next month. */
export const UnpaidMonthNotice = ({ membership }: { membership: MembershipAnswer }) => {
  const { nextBillingDate, pricePence } = membership;
  return (
    <Notice tone="warning" title="This month is not paid">
      <p>
        Its payment was cancelled, so you are not charged for it. The classes you have booked stay booked. You
        can book more on your membership once {formatPence(pricePence)} for the next month is paid
        {nextBillingDate === null ? '' : `, on ${formatDate(nextBillingDate)}`}.
      </p>
    </Notice>
  );
};
