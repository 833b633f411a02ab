import { Link } from 'react-router-dom';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDate, formatDayTime } from '../../lib/dates.ts';
import { passes as countPasses } from '../../lib/messages.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useUserPasses } from '../my-passes/api/use-user-passes.ts';
import { payingPass } from './paying-pass.ts';

const BuyPasses = () => (
  <Link to="/book-classes" className="text-link">
    Buy Passes
  </Link>
);

/** Which pass would pay for the class. */
export const WhichPass = ({ startsAt }: { startsAt: string }) => {
  const { passes, failed } = useUserPasses(true);
  if (passes === undefined)
    return failed ? <p>It takes 1 pass.</p> : <p aria-busy="true">It takes 1 pass.</p>;
  const pass = payingPass(passes, startsAt);
  return pass ? (
    <p>
      It takes 1 pass, from your {pass.passName} ({countPasses(pass.remaining)} left, to use by{' '}
      {formatDate(pass.expiresAt)}).
    </p>
  ) : (
    <p>
      It takes 1 pass, and you have none that is valid on the day. <BuyPasses />
    </p>
  );
};

/** Says to who waits without a pass that they would be skipped. */
export const PassNeeded = ({ startsAt }: { startsAt: string }) => {
  const { passes } = useUserPasses(true);
  if (passes === undefined || payingPass(passes, startsAt)) return null;
  return (
    <Notice tone="warning" title="You have no pass for this class" className="mt-5">
      <p>
        Without one you would be skipped when a spot comes free. <BuyPasses />
      </p>
    </Notice>
  );
};

/** Whether the pass would come back, said before it is spent. */
export const CancelRule = ({ until }: { until: string }) => {
  const now = useStudioNow();
  return now <= Date.parse(until) ? (
    <p>Free to cancel until {formatDayTime(until)}; after that no pass comes back.</p>
  ) : (
    <p>It is less than 24 hours away: no pass comes back if you cancel later.</p>
  );
};
