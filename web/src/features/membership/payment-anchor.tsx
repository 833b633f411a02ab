import { CircleCheck, ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { formatPence } from '#web/lib/money.ts';
import { perPeriod } from '#web/lib/period-words.ts';
import { PayingAgrees } from '../purchase/paying-agrees.tsx';
import type { PaymentLink } from './use-payment-link.ts';

/** The link to a payment page, which replaces the button that created it. */
export const PaymentAnchor = ({ url, pricePence, interval }: PaymentLink) => {
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
      <PayingAgrees start="start" what="membership" />
    </div>
  );
};
