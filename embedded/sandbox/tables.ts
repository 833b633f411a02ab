import type { Pool } from 'pg';

// In the database, so that the data of the stand-ins survives a crash of the process.
const TABLES = `
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE IF NOT EXISTS sandbox.stripe_objects (
  id       text PRIMARY KEY,
  kind     text NOT NULL,
  created  bigint NOT NULL,
  seq      bigint GENERATED ALWAYS AS IDENTITY,
  data     jsonb NOT NULL,
  hidden   jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX IF NOT EXISTS stripe_objects_newest ON sandbox.stripe_objects (kind, created DESC, seq DESC);
CREATE INDEX IF NOT EXISTS stripe_objects_fields ON sandbox.stripe_objects USING gin (data jsonb_path_ops) WHERE kind <> 'event';

CREATE TABLE IF NOT EXISTS sandbox.stripe_idempotency (
  key           text PRIMARY KEY,
  fingerprint   text NOT NULL,
  request_id    text NOT NULL,
  status        integer,
  body          jsonb
);

CREATE TABLE IF NOT EXISTS sandbox.webhook_deliveries (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id      text NOT NULL REFERENCES sandbox.stripe_objects (id),
  attempts      integer NOT NULL DEFAULT 0,
  due_at        timestamptz NOT NULL DEFAULT now(),
  delivered_at  timestamptz,
  last_result   text
);
CREATE INDEX IF NOT EXISTS webhook_deliveries_open ON sandbox.webhook_deliveries (due_at) WHERE delivered_at IS NULL;

CREATE TABLE IF NOT EXISTS sandbox.stripe_later (
  object_id     text PRIMARY KEY REFERENCES sandbox.stripe_objects (id),
  due_at        timestamptz NOT NULL DEFAULT now() + interval '1 second'
);
CREATE INDEX IF NOT EXISTS stripe_later_due ON sandbox.stripe_later (due_at);

-- Steps at an instant of the studio clock. They are few and short-lived, so one index over the instants is enough.
CREATE TABLE IF NOT EXISTS sandbox.stripe_due (
  object_id     text NOT NULL REFERENCES sandbox.stripe_objects (id),
  step          text NOT NULL,
  due_at        timestamptz NOT NULL,
  PRIMARY KEY (object_id, step)
);
CREATE INDEX IF NOT EXISTS stripe_due_instants ON sandbox.stripe_due (due_at);

CREATE UNIQUE INDEX IF NOT EXISTS stripe_price_lookup_keys ON sandbox.stripe_objects ((data ->> 'lookup_key')) WHERE kind = 'price';

CREATE TABLE IF NOT EXISTS sandbox.outbox (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind             text NOT NULL,
  recipient        text NOT NULL,
  subject          text NOT NULL DEFAULT '',
  body_text        text NOT NULL DEFAULT '',
  body_html        text NOT NULL DEFAULT '',
  list             integer,
  action           text,
  sent_at          timestamptz NOT NULL,
  idempotency_key  text UNIQUE
);
ALTER TABLE sandbox.outbox ADD COLUMN IF NOT EXISTS headers jsonb;

CREATE TABLE IF NOT EXISTS sandbox.push_answers (
  device  text PRIMARY KEY,
  status  integer NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.mailing_lists (
  list   integer NOT NULL,
  email  text NOT NULL,
  PRIMARY KEY (list, email)
);
`;

/** Creates missing tables. Safe to call at every start, and from two processes concurrently. */
export async function createSandboxTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // IF NOT EXISTS alone fails when two sessions create the same table concurrently.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('sandbox tables'))");
    await client.query(TABLES);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
