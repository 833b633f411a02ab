import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatPounds } from '#web/lib/money.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembershipAvailability } from './api/use-membership-availability.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { HowToCancel } from './how-to-cancel.tsx';
import { MembershipCard } from './membership-card.tsx';
import { MembershipFaq } from './membership-faq.tsx';
import { membershipOffer } from './membership-offer.ts';
import { useSubscribe } from './use-subscribe.ts';

const { pounds, classes } = membershipOffer;

const points = [
  `${classes} classes per month`,
  `Credits reset to ${classes} every month`,
  'Access to all class levels',
  'Book up to 7 days in advance',
];

const Subscribe = () => {
  const { start, isProcessing } = useSubscribe();
  return (
    <Button variant="sun" className="min-h-13 w-full" busy={isProcessing} onClick={start}>
      {isProcessing ? 'Processing...' : `Start Membership - ${formatPounds(pounds)}/month`}
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

const Action = () => {
  const { user } = useAuth();
  const availability = useMembershipAvailability();
  if (availability === 'unknown') return <div className="min-h-13" aria-busy="true" />;
  if (availability === 'closed') return <ClosedNotice />;
  return user === null ? <SignedOut /> : <Subscribe />;
};

/** The offer for visitors and for members without a membership. */
export const JoinView = () => (
  <div className="grid gap-12 lg:grid-cols-[1.15fr_1fr] lg:items-start lg:gap-16">
    <div className="min-w-0">
      <MembershipCard points={points} level="h2" badge={<Badge tone="sun">Most Popular</Badge>}>
        <Action />
      </MembershipCard>
      <p className="mt-5 text-ink-muted">
        This is an automatic subscription: {formatPounds(pounds)} each month until you cancel. <HowToCancel />
      </p>
    </div>
    <MembershipFaq />
  </div>
);
