import { CircleCheck, ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { formatPence } from '#web/lib/money.ts';
import { useAuth } from '../auth/auth-context.tsx';
import type { OfferedPlan } from './membership-offer.ts';
import { perPeriod } from './period-words.ts';
import { type PaymentLink, usePaymentLink } from './use-payment-link.ts';

const PaymentAnchor = ({ url, pricePence, interval }: PaymentLink) => {
  const link = useRef<HTMLAnchorElement>(null);
  const hint = useId();
  // The link replaces the focused button.
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex animate-fade-in flex-col gap-4 rounded-card border border-kelp/25 bg-kelp-tint p-5 text-ink">
      <p id={hint} className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-kelp" />
        Your secure payment link is ready. It opens in a new tab.
      </p>
      <Button asChild size="lg" className="[&:focus-visible]:outline-sea">
        <a ref={link} href={url} target="_blank" rel="noopener noreferrer" aria-describedby={hint}>
          Complete {formatPence(pricePence)}/{perPeriod[interval]} Payment
          <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
        </a>
      </Button>
    </div>
  );
};

/** The button that creates a payment link, replaced by the link. */
export const MembershipPurchase = ({ plan }: { plan: OfferedPlan }) => {
  const { status, openAuth } = useAuth();
  const { link, isCreating, create } = usePaymentLink(plan);
  const hint = useId();

  if (link !== null && status === 'signed-in') return <PaymentAnchor {...link} />;
  const press = () => {
    if (status === 'signed-in') return create();
    if (status === 'loading') return;
    toast(messages.membershipNeedsSignIn);
    openAuth();
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
