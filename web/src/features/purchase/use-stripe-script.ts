import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { useConfigState } from '#web/lib/config.ts';
import { loadStripe } from './load-stripe.ts';

interface StripeScript {
  readonly stripe: Stripe | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Loads Stripe.js for a key; null while loading. */
export const useStripeScript = (publishableKey: string): StripeScript => {
  const { config, hasFailed: hasConfigFailed, retry: readConfig } = useConfigState();
  const sandboxScriptUrl = config?.stripe.sandboxScriptUrl;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` loads again
  useEffect(() => {
    if (sandboxScriptUrl === undefined) return;
    let isUnmounted = false;
    setFailed(false);
    loadStripe(publishableKey, sandboxScriptUrl).then(
      (loadedStripe) => {
        if (!isUnmounted) setStripe(loadedStripe);
      },
      (cause: unknown) => {
        console.warn('Could not load Stripe.js', String(cause));
        if (!isUnmounted) setFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [publishableKey, sandboxScriptUrl, attempt]);

  const retry = () => {
    if (hasConfigFailed) readConfig();
    else setAttempt(attempt + 1);
  };
  return { stripe, hasFailed: hasFailed || hasConfigFailed, retry };
};
