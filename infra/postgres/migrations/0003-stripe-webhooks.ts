import type { Migration } from '../migrate.ts';

/** Webhooks that failed wait longer each time; how far those that Stripe could not deliver were collected. */
export const stripeWebhooks: Migration = {
  id: '0003-stripe-webhooks',
  sql: `
    ALTER TABLE stripe_webhooks ADD COLUMN last_attempt_at timestamptz;

    CREATE TABLE webhook_collections (
      provider text PRIMARY KEY,
      -- By the provider's clock: when the newest event that was seen had happened.
      collected_to timestamptz NOT NULL
    );

    -- The read model of open payments gave way to one of all payments.
    DROP TABLE IF EXISTS open_payments;
    DELETE FROM projection_checkpoints WHERE name = 'open-payments';
  `,
};
