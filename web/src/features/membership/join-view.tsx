import { useState } from 'react';
import { formatDays } from '#services/contract/rule-wording.ts';
import type { Rules } from '#services/contract/rulebook.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatPence } from '#web/lib/money.ts';
import { eachPeriod, perPeriod } from '#web/lib/period-words.ts';
import { useRules } from '#web/lib/rules.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { PayingAgrees } from '../purchase/paying-agrees.tsx';
import { useMembershipAvailability } from './api/use-membership-availability.ts';
import { usePlans } from './api/use-plans.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { HowToCancel } from './how-to-cancel.tsx';
import { MembershipCard } from './membership-card.tsx';
import { MembershipFaq } from './membership-faq.tsx';
import { type OfferedPlan, useOffer } from './membership-offer.ts';
import { PlanChoice } from './plan-choice.tsx';
import { useSubscribe } from './use-subscribe.ts';

const listPoints = ({ passes, interval }: OfferedPlan, { bookingWindowDays }: Rules): string[] => [
  `${passes} classes per ${perPeriod[interval]}`,
  `Credits reset to ${passes} ${interval === 'month' ? 'every month' : eachPeriod[interval]}`,
  'Access to all class levels',
  `Book up to ${formatDays(bookingWindowDays)} in advance`,
];

const Subscribe = ({ plan }: { plan: OfferedPlan }) => {
  const { start, isProcessing } = useSubscribe(plan);
  return (
    <Button variant="sun" className="min-h-13 w-full" busy={isProcessing} onClick={start}>
      {isProcessing
        ? 'Processing...'
        : `Start Membership - ${formatPence(plan.pricePence)}/${perPeriod[plan.interval]}`}
    </Button>
  );
};

const SignedOut = () => {
  const { openAuth } = useAuth();
  return (
    <div className="flex flex-col gap-4 rounded-card bg-white/10 p-5 sm:flex-row sm:items-center sm:justify-between">
      <p>Please sign in to start a membership.</p>
      <Button variant="sun" className="shrink-0" onClick={() => openAuth()}>
        Sign In
      </Button>
    </div>
  );
};

const Action = ({ plan, isLoading, isClosed }: ReturnType<typeof useOffer>) => {
  const { user } = useAuth();
  const availability = useMembershipAvailability();
  if (availability === 'unknown' || isLoading) return <div className="min-h-13" aria-busy="true" />;
  if (availability === 'closed' || isClosed) return <ClosedNotice />;
  return user === null ? <SignedOut /> : <Subscribe plan={plan} />;
};

/** The offer for visitors and for members without a membership, of the plan that they choose. */
export const JoinView = () => {
  const offer = useOffer();
  const rules = useRules();
  const { plans = [] } = usePlans();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const plan = plans.find(({ id }) => id === chosenId) ?? offer.plan;
  return (
    <div className="grid gap-12 lg:grid-cols-[1.15fr_1fr] lg:items-start lg:gap-16">
      <div className="min-w-0">
        {plans.length > 1 && (
          <div className="mb-6">
            <PlanChoice plans={plans} chosenId={plan.id} onChoose={setChosenId} />
          </div>
        )}
        <MembershipCard
          plan={plan}
          isLoading={offer.isLoading}
          points={listPoints(plan, rules)}
          level="h2"
          badge={plan.id === offer.plan.id && <Badge tone="sun">Most Popular</Badge>}
        >
          <Action {...offer} plan={plan} />
        </MembershipCard>
        <p className="mt-5 mb-3 text-ink-muted">
          This is an automatic subscription: {formatPence(plan.pricePence)} {eachPeriod[plan.interval]} until
          you cancel. <HowToCancel />
        </p>
        <PayingAgrees start="start" what="membership" />
      </div>
      <MembershipFaq plan={plan} />
    </div>
  );
};
