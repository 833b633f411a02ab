import type { Migration } from '../migrate.ts';

/** The inbox of Brevo's webhooks. The address is only a keyed hash, and only until the webhook is processed. */
export const brevoWebhooks: Migration = {
  id: '0028-brevo-webhooks',
  sql: `
    CREATE TABLE brevo_webhooks (
      event_key text PRIMARY KEY,
      type text NOT NULL,
      email_hash text,
      happened_at timestamptz NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      attempts int NOT NULL DEFAULT 0,
      last_attempt_at timestamptz,
      error text
    );
    CREATE INDEX brevo_webhooks_waiting ON brevo_webhooks (received_at) WHERE processed_at IS NULL;
  `,
};
