import { BrevoClient } from '@getbrevo/brevo';

export interface BrevoConnection {
  apiKey: string;
  /** Where another server speaks Brevo's API, e.g. `http://127.0.0.1:3000/sandbox/brevo/v3`. */
  apiBase?: string;
  timeoutMs: number;
}

/** The unmodified Brevo SDK. It does not try again by itself: the jobs that send do, with their own backoff. */
export function connectBrevo({ apiKey, apiBase, timeoutMs }: BrevoConnection): BrevoClient {
  return new BrevoClient({
    apiKey,
    timeoutInSeconds: timeoutMs / 1000,
    maxRetries: 0,
    ...(apiBase === undefined ? {} : { baseUrl: apiBase }),
  });
}
