import type { Stripe } from '@stripe/stripe-js';
import { loadStripe as loadFromStripe } from '@stripe/stripe-js/pure';

const loaded = new Map<string, Promise<Stripe>>();

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
    sandboxScriptUrl === null ? await loadFromStripe(publishableKey) : window.Stripe?.(publishableKey);
  if (!stripe) throw new Error('The payment script brought no Stripe');
  return stripe;
};

/**
 * Stripe.js with a key, from Stripe or, when its address is given, from the sandbox. Loaded once, and only when asked
 * for. Rejects when it cannot be loaded; may be tried again.
 */
export const loadStripe = (publishableKey: string, sandboxScriptUrl: string | null): Promise<Stripe> => {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const loading = load(publishableKey, sandboxScriptUrl);
  loaded.set(publishableKey, loading);
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
};
