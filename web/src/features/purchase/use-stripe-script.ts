import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { useConfigState } from '../../lib/config.ts';
import { loadStripe } from './load-stripe.ts';

interface StripeScript {
  readonly stripe: Stripe | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Stripe.js for a key; null until it is there. */
export const useStripeScript = (publishableKey: string): StripeScript => {
  const { config, failed: configFailed, retry: readConfig } = useConfigState();
  const sandboxScriptUrl = config?.stripe.sandboxScriptUrl;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` loads anew
  useEffect(() => {
    if (sandboxScriptUrl === undefined) return;
    let left = false;
    setFailed(false);
    loadStripe(publishableKey, sandboxScriptUrl).then(
      (ready) => {
        if (!left) setStripe(ready);
      },
      (cause: unknown) => {
        console.warn('The payment form is not available', String(cause));
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [publishableKey, sandboxScriptUrl, attempt]);

  const retry = () => {
    if (configFailed) readConfig();
    else setAttempt(attempt + 1);
  };
  return { stripe, failed: failed || configFailed, retry };
};
