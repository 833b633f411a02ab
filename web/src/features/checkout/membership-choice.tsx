import { Link } from 'react-router-dom';
import { formatPence } from '#web/lib/money.ts';
import { aPeriod } from '#web/lib/period-words.ts';
import { usePlans } from '../membership/api/use-plans.ts';

/** Leads to the membership, where a plan is on sale. */
export const MembershipChoice = ({ onLeave }: { onLeave: () => void }) => {
  const { plans } = usePlans();
  const plan = plans?.[0];
  if (plan === undefined) return null;
  return (
    <p className="text-ink-muted">
      Coming often? The{' '}
      <Link to="/membership" className="text-link" onClick={onLeave}>
        {plan.name}
      </Link>{' '}
      has {plan.passes} classes for {formatPence(plan.pricePence)} {aPeriod[plan.interval]}.
    </p>
  );
};
