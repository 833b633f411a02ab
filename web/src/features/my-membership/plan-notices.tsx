import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate, formatWallDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { aPeriod } from '#web/lib/period-words.ts';
import { useChangePlan } from './use-change-plan.ts';

interface PlanNoticesProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
}

/** Another price that was announced, and another plan that the member chose, which can be undone until it starts. */
export const PlanNotices = ({ id, membership }: PlanNoticesProps) => {
  const { keep, isChanging } = useChangePlan(id);
  const { priceChange, planChange, planId, planName, pricePence, interval, currentPeriodEnd } = membership;
  return (
    <>
      {priceChange !== null && (
        <Notice>
          <p>
            From your first renewal on or after {formatWallDate(priceChange.effectiveFrom)}, {planName} costs{' '}
            {formatPence(priceChange.pricePence)} {aPeriod[interval]} instead of {formatPence(pricePence)}. If
            you would rather not go on at this price, you can cancel before that renewal.
          </p>
        </Notice>
      )}
      {planChange !== null && (
        <Notice title={`You change to ${planChange.planName}`}>
          <p>
            From {currentPeriodEnd === null ? 'your next renewal' : formatDate(currentPeriodEnd)} you pay{' '}
            {formatPence(planChange.pricePence)} {aPeriod[planChange.interval]} for {planChange.passes}{' '}
            classes. Until then you keep {planName}.
          </p>
          {planId !== null && (
            <Button
              variant="secondary"
              className="mt-3"
              busy={isChanging}
              onClick={() => keep(planId, planName)}
            >
              Keep {planName}
            </Button>
          )}
        </Notice>
      )}
    </>
  );
};
