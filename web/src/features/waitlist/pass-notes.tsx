import { Link } from 'react-router-dom';
import { describeLostPass } from '#services/contract/lost-pass.ts';
import { describeLateness } from '#services/contract/rule-wording.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useUserPasses } from '../my-passes/api/use-user-passes.ts';
import { findPayingPass } from './paying-pass.ts';

const BuyPasses = () => (
  <Link to="/book-classes" className="text-link">
    Buy Passes
  </Link>
);

/** Names the pass that a booking of the class would use. */
export const PayingPassNote = ({ startsAt }: { startsAt: string }) => {
  const { passes, hasFailed } = useUserPasses();
  if (passes === undefined)
    return hasFailed ? <p>It takes 1 pass.</p> : <p aria-busy="true">It takes 1 pass.</p>;
  const pass = findPayingPass(passes, startsAt);
  return pass ? (
    <p>
      It takes 1 pass, from your {pass.passName} ({formatPasses(pass.remaining)} left, to use by{' '}
      {formatDate(pass.expiresAt)}).
    </p>
  ) : (
    <p>
      It takes 1 pass, and you have none that is valid on the day. <BuyPasses />
    </p>
  );
};

/** Warns a waiting member without a usable pass. */
export const PassNeededNotice = ({ startsAt }: { startsAt: string }) => {
  const { passes } = useUserPasses();
  if (passes === undefined || findPayingPass(passes, startsAt)) return null;
  return (
    <Notice tone="warning" title="You have no pass for this class" className="mt-5">
      <p>
        Without one you would be skipped when a spot comes free. <BuyPasses />
      </p>
    </Notice>
  );
};

/** Whether a cancellation would return the pass. */
export const CancellationNote = ({ startsAt, until }: { startsAt: string; until: string }) => {
  const now = useStudioNow();
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const lost = describeLostPass(isRefilled);
  return now <= Date.parse(until) ? (
    <p>
      Free to cancel until {formatDayTime(until)}; after that {lost}.
    </p>
  ) : (
    <p>
      It is {describeLateness({ startsAt, freeUntil: until })}:{' '}
      {isRefilled ? `if you cancel later, ${lost}` : `${lost} if you cancel later`}.
    </p>
  );
};
