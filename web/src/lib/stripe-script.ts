/** The part of Stripe.js that the product uses; the sandbox's script has the same. */
interface StripeElementEvents {
  ready: { availablePaymentMethods?: Record<string, boolean> };
  change: { complete?: boolean };
  confirm: { paymentFailed?: (details?: { reason: string }) => void };
  loaderror: { error?: { message?: string } };
}

interface StripeElement {
  mount(place: HTMLElement): void;
  on<Name extends keyof StripeElementEvents>(
    name: Name,
    then: (event: StripeElementEvents[Name]) => void,
  ): void;
  destroy(): void;
}

export interface StripeElements {
  create(type: 'payment' | 'expressCheckout', options?: object): StripeElement;
}

interface StripeError {
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
}

interface ConfirmResult {
  readonly paymentIntent?: { readonly id: string; readonly status: string };
  readonly error?: StripeError;
}

export interface Stripe {
  elements(options: { clientSecret: string; appearance?: object }): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: 'if_required';
  }): Promise<ConfirmResult>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

const loading = new Map<string, Promise<void>>();

const addScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(url);
      reject(new Error('The payment form could not be loaded'));
    };
    document.head.append(script);
  });

/** Loads the payment script once and answers it, ready for a key. Rejects when it cannot be loaded; may be tried again. */
export const loadStripe = async (scriptUrl: string, publishableKey: string): Promise<Stripe> => {
  const ready = loading.get(scriptUrl) ?? addScript(scriptUrl);
  loading.set(scriptUrl, ready);
  await ready;
  if (!window.Stripe) throw new Error('The payment script brought no Stripe');
  return window.Stripe(publishableKey);
};
