import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { Logger } from '../logging/logger.ts';
import { count } from '../telemetry/metrics.ts';
import { PushUnavailable } from './errors.ts';
import { resolveEndpoint } from './push-endpoint.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** A browser's push subscription. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What the service worker shows, and opens when it is pressed. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A path of the site. */
  readonly url: string;
  /** A later message with the same tag replaces the earlier one on the device. */
  readonly tag: string;
}

/** `gone`: the push service no longer has the subscription, or it was made for other keys. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

export interface Push {
  /** The public VAPID key in base64url, with which browsers subscribe. */
  readonly publicKey: string;
  /** Whether a push service that is known has this endpoint. */
  isKnownEndpoint(endpoint: string): boolean;
  /**
   * Sends one encrypted message. `key` identifies it: the push service replaces an undelivered message of the same key.
   * @throws PushUnavailable
   */
  send(
    target: PushTarget,
    message: PushMessage,
    options: { key: string; ttlSeconds: number },
  ): Promise<PushOutcome>;
}

const defaultTimeoutMs = 10_000;
/** Of the 32 characters that a topic may have. */
const topicLength = 32;
const endedStatuses: readonly number[] = [403, 404, 410];
const temporaryStatuses: readonly number[] = [408, 425, 429];

const toTopic = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, topicLength);

/** Creates the adapter of the browsers' push services (RFC 8030). */
export function createPush(options: {
  vapid: VapidKeys;
  /** How a push service reaches the operator. */
  contactEmail: string;
  siteUrl: string;
  /** The sandbox's address, e.g. `http://127.0.0.1:PORT`; null without one. */
  sandboxUrl: string | null;
  logger: Logger;
  timeoutMs?: number;
}): Push {
  const { vapid, logger, timeoutMs = defaultTimeoutMs } = options;
  const resolve = (endpoint: string) => resolveEndpoint(endpoint, options);

  async function post(url: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        // A push service does not redirect; following could lead to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
      // A proxy's page with status 200 is no answer of the push service.
      return response.status === 200 && isPage ? 502 : response.status;
    } catch {
      // The cause contains the endpoint, which must not be logged.
      throw new PushUnavailable('The push service did not answer.');
    }
  }

  return {
    publicKey: vapid.publicKey,
    isKnownEndpoint: (endpoint) => resolve(endpoint) !== null,
    async send(target, message, { key, ttlSeconds }) {
      const url = resolve(target.endpoint);
      if (url === null) return 'gone';
      const request = webPush.generateRequestDetails(target, JSON.stringify(message), {
        TTL: ttlSeconds,
        topic: toTopic(key),
        vapidDetails: { subject: `mailto:${options.contactEmail}`, ...vapid },
      });
      const headers = Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => name !== 'Content-Length')
          .map(([name, value]) => [name, String(value)]),
      );
      const status = await post(url, { headers, body: request.body ?? Buffer.alloc(0) });
      const outcome = toOutcome(status);
      count('tideline_pushes_total', { outcome: outcome ?? 'unavailable' });
      if (outcome === null) throw new PushUnavailable(`The push service is not available (${status}).`);
      if (outcome === 'refused') logger.warn({ status }, 'A push service refused a message');
      return outcome;
    },
  };
}

/** Null when the push service is unavailable. */
function toOutcome(status: number): PushOutcome | null {
  if (status >= 200 && status < 300) return 'sent';
  if (endedStatuses.includes(status)) return 'gone';
  return status >= 500 || status < 400 || temporaryStatuses.includes(status) ? null : 'refused';
}
