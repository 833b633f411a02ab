import type { Pool } from 'pg';
import type { StripeWebhook } from './stripe-webhook.ts';

/** The channel on which the id of each webhook is told that came into the inbox. */
export const WEBHOOK_CHANNEL = 'stripe_webhooks';

/** Puts those webhooks into the inbox that are not there yet, and tells of them; how many those were. */
export async function keepWebhooks(pool: Pool, webhooks: readonly StripeWebhook[]): Promise<number> {
  if (webhooks.length === 0) return 0;
  // Always in one order, so that two who keep the same ones never wait for each other in a circle.
  const sorted = webhooks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rowCount } = await pool.query(
    `WITH kept AS (
       INSERT INTO stripe_webhooks (event_id, type, object_id, payload)
       SELECT event_id, type, object_id,
         jsonb_build_object('paymentIntentId', payment_intent_id, 'subscriptionId', subscription_id)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
         AS come (event_id, type, object_id, payment_intent_id, subscription_id)
       ON CONFLICT (event_id) DO NOTHING RETURNING event_id)
     SELECT pg_notify('${WEBHOOK_CHANNEL}', event_id) FROM kept`,
    [
      sorted.map(({ id }) => id),
      sorted.map(({ type }) => type),
      sorted.map(({ objectId }) => objectId),
      sorted.map(({ paymentIntentId }) => paymentIntentId),
      sorted.map(({ subscriptionId }) => subscriptionId),
    ],
  );
  return rowCount ?? 0;
}
