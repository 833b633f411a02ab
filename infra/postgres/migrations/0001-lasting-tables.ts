import type { Migration } from '../migrate.ts';

/** What is not a projection and can't be rebuilt from events. Tables of read models belong to their projections. */
export const lastingTables: Migration = {
  id: '0001-lasting-tables',
  sql: `
    CREATE TABLE member_keys (
      member_id text PRIMARY KEY,
      -- Emptied when the member is erased; the row stays to say so.
      wrapped_key bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      destroyed_at timestamptz,
      CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
    );

    CREATE TABLE stripe_webhooks (
      event_id text PRIMARY KEY,
      type text NOT NULL,
      object_id text,
      payload jsonb NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      attempts int NOT NULL DEFAULT 0,
      error text
    );
    CREATE INDEX stripe_webhooks_waiting ON stripe_webhooks (received_at) WHERE processed_at IS NULL;
    CREATE INDEX stripe_webhooks_object ON stripe_webhooks (object_id);

    CREATE TABLE performed_effects (
      key text PRIMARY KEY,
      kind text NOT NULL,
      performed_at timestamptz NOT NULL DEFAULT now(),
      detail jsonb
    );

    CREATE TABLE sessions (
      sid text PRIMARY KEY,
      sess jsonb NOT NULL,
      expire timestamptz NOT NULL
    );
    CREATE INDEX sessions_member ON sessions ((sess ->> 'memberId'));
    CREATE INDEX sessions_expire ON sessions (expire);

    CREATE TABLE studio_clock (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      offset_ms bigint NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE projection_checkpoints (
      name text PRIMARY KEY,
      version int NOT NULL,
      position numeric(20),
      status text NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'stopped')),
      error jsonb,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE reactor_checkpoints (
      name text PRIMARY KEY,
      position numeric(20),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  `,
};
