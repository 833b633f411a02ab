import { BrevoClient } from '@getbrevo/brevo';

export interface BrevoConnection {
  apiKey: string;
  /** The address of another server with Brevo's API, e.g. `http://127.0.0.1:3000/sandbox/brevo/v3`. */
  apiBase?: string;
  timeoutMs: number;
}

/** Connects the unmodified Brevo SDK. It does not retry, because the jobs that send do. */
export function connectBrevo({ apiKey, apiBase, timeoutMs }: BrevoConnection): BrevoClient {
  return new BrevoClient({
    apiKey,
    timeoutInSeconds: timeoutMs / 1000,
    maxRetries: 0,
    // A redirect would carry the key and the email to another address.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
    ...(apiBase === undefined ? {} : { baseUrl: apiBase }),
  });
}
