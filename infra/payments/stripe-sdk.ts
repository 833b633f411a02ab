import Stripe from 'stripe';

export type { Stripe };

/** The API version the installed SDK is written for; requests and webhooks are pinned to it. */
export const STRIPE_API_VERSION = Stripe.API_VERSION;

/** An amount as Stripe gives it beside the whole pence, for prices in parts of a penny. */
export function stripeDecimal(amount: number): Stripe.Decimal {
  return Stripe.Decimal.from(amount);
}

export interface StripeConnection {
  apiKey: string;
  /** Where another server speaks Stripe's API, without `/v1`, e.g. `http://127.0.0.1:3000/sandbox/stripe`. */
  apiBase?: string;
  timeoutMs: number;
}

/** The SDK has options for host and port but none for a path in front of `/v1`, so its HTTP client gets one. */
function clientUnderPath(basePath: string): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, ...rest) => client.makeRequest(host, port, `${basePath}${path}`, ...rest),
  };
}

/** The unmodified Stripe SDK, pointed at Stripe or at `apiBase`. */
export function connectStripe({ apiKey, apiBase, timeoutMs }: StripeConnection): Stripe {
  const shared = {
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  } satisfies Stripe.StripeConfig;
  if (apiBase === undefined) return new Stripe(apiKey, shared);
  const url = new URL(apiBase);
  const secure = url.protocol === 'https:';
  return new Stripe(apiKey, {
    ...shared,
    protocol: secure ? 'https' : 'http',
    host: url.hostname,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    httpClient: clientUnderPath(url.pathname.replace(/\/+$/, '')),
  });
}
