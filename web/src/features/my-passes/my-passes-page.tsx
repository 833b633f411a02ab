import { ChevronDown } from 'lucide-react';
import { Link, Navigate } from 'react-router-dom';
import type { UserPass } from '#services/contract/wallet.ts';
import { GripSocks } from '#web/components/illustrations/grip-socks.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useUserPasses } from './api/use-user-passes.ts';
import { LotCard } from './lot-card.tsx';
import { isSpent, sortPasses } from './pass-state.ts';

// The cards of a row have the same height, until the history of one is expanded.
const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3 has-aria-expanded:items-start';

const LotCards = ({ passes }: { passes: readonly UserPass[] }) => (
  <div className={grid}>
    {passes.map((pass) => (
      <LotCard key={pass.id} pass={pass} />
    ))}
  </div>
);

/** Lots with nothing left, folded: only their history is of interest. */
const SpentLots = ({ passes, isOpen }: { passes: readonly UserPass[]; isOpen: boolean }) => (
  <details open={isOpen} className="group">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-medium text-sea hover:text-sea-dark [&::-webkit-details-marker]:hidden">
      Used up ({passes.length})
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.8}
        className="size-5 transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="pt-4">
      <LotCards passes={passes} />
    </div>
  </details>
);

const Lots = () => {
  const { passes, hasFailed, retry } = useUserPasses();
  if (hasFailed) {
    return (
      <LoadProblem title="Your passes are not here just now" text="They are safe with us." onRetry={retry} />
    );
  }
  if (passes === undefined) {
    return (
      <div className={grid} aria-busy="true">
        {['a', 'b', 'c'].map((place) => (
          <Skeleton key={place} className="h-72" />
        ))}
      </div>
    );
  }
  if (passes.length === 0) {
    return (
      <EmptyState
        illustration={<GripSocks />}
        title="No passes yet"
        text="A pass is the right to one class. The first one is waiting for you."
        action={
          <Button asChild>
            <Link to="/#pricing">See the passes</Link>
          </Button>
        }
      />
    );
  }
  const sorted = sortPasses(passes);
  const spent = sorted.filter(isSpent);
  const others = sorted.filter((pass) => !isSpent(pass));
  return (
    <div className="flex flex-col gap-6">
      {others.length > 0 ? <LotCards passes={others} /> : null}
      {spent.length > 0 ? <SpentLots passes={spent} isOpen={others.length === 0} /> : null}
    </div>
  );
};

/** /my-passes */
export const MyPassesPage = () => {
  const { user, status } = useAuth();
  if (status === 'signed-out') return <Navigate to="/" replace />;
  return (
    <Page
      title="My Passes"
      width="wide"
      subtitle="The pass that ends soonest is used first."
      aside={
        <Button asChild variant="secondary">
          <Link to="/#pricing">Buy another pass</Link>
        </Button>
      }
    >
      {user === null ? <div className="min-h-96" /> : <Lots />}
    </Page>
  );
};
