import type { Stripe } from '@stripe/stripe-js';
import { loadStripe as loadStripeScript } from '@stripe/stripe-js/pure';

const cache = new Map<string, Promise<Stripe>>();

const addScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment form could not be loaded'));
    };
    document.head.append(script);
  });

const load = async (publishableKey: string, sandboxScriptUrl: string | null): Promise<Stripe> => {
  if (sandboxScriptUrl !== null) await addScript(sandboxScriptUrl);
  const stripe =
    sandboxScriptUrl === null ? await loadStripeScript(publishableKey) : window.Stripe?.(publishableKey);
  if (!stripe) throw new Error('The payment script did not define Stripe');
  return stripe;
};

/** Loads Stripe.js once for each key, from Stripe or from the sandbox's URL. Rejects on failure, and can be retried then. */
export const loadStripe = (publishableKey: string, sandboxScriptUrl: string | null): Promise<Stripe> => {
  const cached = cache.get(publishableKey);
  if (cached) return cached;
  const loading = load(publishableKey, sandboxScriptUrl);
  cache.set(publishableKey, loading);
  loading.catch(() => cache.delete(publishableKey));
  return loading;
};
