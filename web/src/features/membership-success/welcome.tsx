import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Plan } from '#services/contract/plans.ts';
import { SpringLine } from '#web/components/illustrations/spring-line.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { eachPeriod } from '#web/lib/period-words.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { useOffer } from '../membership/membership-offer.ts';
import { isCurrent } from '../membership/membership-state.ts';
import { PaymentConfirmation } from './payment-confirmation.tsx';

/** The plan that was started; the one that is offered first until the membership is known. */
const useStartedPlan = () => {
  const { user } = useAuth();
  const { membership } = useMembership(user !== null);
  const { plan } = useOffer();
  if (!isCurrent(membership) || membership === undefined) return plan;
  const { monthlyPasses: passes, pricePence, interval } = membership;
  return { passes, pricePence, interval };
};

const listNextSteps = (passes: number, interval: Plan['interval']): string[] => [
  `You have ${passes} passes available now.`,
  `You get ${passes} fresh passes ${eachPeriod[interval]}, on your renewal date.`,
  'Unused passes do not carry over.',
  'Cancel anytime: you keep your access until the end of the period.',
];

/** `pending`: paid, but not confirmed yet; `signed-out`: paid according to the URL only. */
type WelcomeState = 'active' | 'pending' | 'signed-out';

const Facts = ({ passes, pricePence, interval }: ReturnType<typeof useStartedPlan>) => (
  <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
    {[
      ['Included', `${passes} classes`],
      [capitalise(eachPeriod[interval]), formatExactPence(pricePence)],
    ].map(([term, value]) => (
      <div key={term}>
        <dt className="text-sm text-white/85">{term}</dt>
        <dd className="tabular font-display text-2xl">{value}</dd>
      </div>
    ))}
  </dl>
);

const SignInNote = () => {
  const { openAuth } = useAuth();
  return (
    <p className="rounded-card bg-sand-soft px-5 py-4">
      You are signed out here.{' '}
      <button type="button" className="text-link" onClick={() => openAuth()}>
        Sign in
      </button>{' '}
      to see your membership and to book.
    </p>
  );
};

interface WelcomeProps {
  readonly sessionId: string | null;
  readonly state: WelcomeState;
}

export const Welcome = ({ sessionId, state }: WelcomeProps) => {
  useDocumentTitle('Welcome');
  const isActive = state !== 'pending';
  const plan = useStartedPlan();
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 md:px-8 md:py-20">
      <Card padded={false} className="overflow-hidden">
        <div className="bg-deep px-6 pt-7 pb-8 text-white md:px-12 md:pt-10 md:pb-11">
          <SpringLine className="h-14 w-[68rem] max-w-none text-sun md:h-17" />
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
            <h1 className="text-4xl md:text-5xl">Welcome</h1>
            {isActive ? (
              <Badge tone="sun" icon={CircleCheck}>
                Active
              </Badge>
            ) : null}
          </div>
          <p className="mt-3 text-lg" aria-live="polite">
            {isActive
              ? 'Your monthly membership is now active'
              : 'Thank you. Your monthly membership starts in a moment, as soon as we hear of your payment.'}
          </p>
          <Facts {...plan} />
        </div>
        <div className="flex flex-col gap-8 px-6 py-8 md:px-12 md:py-10">
          {state === 'signed-out' ? <SignInNote /> : null}
          <section aria-labelledby="what-next">
            <h2 id="what-next" className="text-2xl">
              What happens next?
            </h2>
            <ol className="mt-4 flex flex-col divide-y divide-sand border-sand border-y">
              {listNextSteps(plan.passes, plan.interval).map((step, index) => (
                <li key={step} className="flex items-baseline gap-4 py-3">
                  <span
                    aria-hidden="true"
                    className="tabular w-5 shrink-0 font-display text-coral-dark text-xl"
                  >
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
          </section>
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <Button asChild>
              <Link to="/book-classes">Book Your First Class</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/my-membership">View My Membership</Link>
            </Button>
            <Button asChild variant="quiet">
              <Link to="/">Back to Home</Link>
            </Button>
          </div>
          <PaymentConfirmation sessionId={sessionId} />
        </div>
      </Card>
    </div>
  );
};
