import { Suspense, useId } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { lazyContent } from '#web/lib/lazy-content.ts';
import { messages } from '#web/lib/messages.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { usePendingAction } from '../auth/use-pending-action.ts';
import type { OfferedPlan } from './membership-offer.ts';
import { usePaymentLink } from './use-payment-link.ts';

const PaymentAnchor = lazyContent(
  prefetched(() => import('./payment-anchor.tsx').then((m) => m.PaymentAnchor)),
);

/** The button that creates a payment link, replaced by the link. */
export const MembershipPurchase = ({ plan }: { plan: OfferedPlan }) => {
  const { status, signInThen } = useAuth();
  const { link, isCreating, create } = usePaymentLink(plan);
  const hint = useId();
  usePendingAction({ kind: 'start-membership' }, create);

  if (link !== null && status === 'signed-in')
    return (
      <Suspense fallback={null}>
        <PaymentAnchor {...link} />
      </Suspense>
    );
  const press = () => {
    if (status === 'signed-in') return create();
    if (status === 'loading') return;
    toast(messages.membershipNeedsSignIn);
    signInThen({ kind: 'start-membership' });
  };
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="sun"
        size="lg"
        className="w-full"
        busy={isCreating}
        aria-describedby={hint}
        onClick={press}
      >
        {isCreating ? 'Creating Payment Link...' : 'Start Membership'}
      </Button>
      <p id={hint} className="text-center text-sm text-white/85">
        Click button above to create your secure payment link.
      </p>
    </div>
  );
};
