import Stripe from 'stripe';

export type { Stripe };

/** The installed SDK's API version, to which requests and webhooks are pinned. */
export const STRIPE_API_VERSION = Stripe.API_VERSION;

/** Makes Stripe's decimal of an amount, which it uses for prices in parts of a penny. */
export function stripeDecimal(amount: number): Stripe.Decimal {
  return Stripe.Decimal.from(amount);
}

export interface StripeConnection {
  apiKey: string;
  /** The address of another server with Stripe's API, without `/v1`, e.g. `http://127.0.0.1:3000/sandbox/stripe`. */
  apiBase?: string;
  timeoutMs: number;
}

/** Creates an HTTP client that adds a path before `/v1`, because the SDK has no option for it. */
function createClientUnderPath(basePath: string): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, ...rest) => client.makeRequest(host, port, `${basePath}${path}`, ...rest),
  };
}

/** Connects the unmodified Stripe SDK to Stripe or to `apiBase`. */
export function connectStripe({ apiKey, apiBase, timeoutMs }: StripeConnection): Stripe {
  const shared = {
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  } satisfies Stripe.StripeConfig;
  if (apiBase === undefined) return new Stripe(apiKey, shared);
  const url = new URL(apiBase);
  const isSecure = url.protocol === 'https:';
  return new Stripe(apiKey, {
    ...shared,
    protocol: isSecure ? 'https' : 'http',
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    httpClient: createClientUnderPath(url.pathname.replace(/\/+$/, '')),
  });
}
