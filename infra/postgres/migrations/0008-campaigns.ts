import type { Migration } from '../migrate.ts';

/** Operations of staff on many members, and the progress of each member; members by id only. */
export const campaigns: Migration = {
  id: '0008-campaigns',
  sql: `
    CREATE TABLE campaigns (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- The London day: asked again on it, the same campaign goes on.
      day text NOT NULL,
      -- How often it was asked for.
      rounds int NOT NULL DEFAULT 1,
      left_out int NOT NULL,
      asked_at timestamptz NOT NULL,
      UNIQUE (kind, day)
    );

    CREATE TABLE campaign_members (
      campaign_id int NOT NULL REFERENCES campaigns ON DELETE CASCADE,
      member_id text NOT NULL,
      outcome text CHECK (outcome IN ('done', 'left_out', 'failed')),
      PRIMARY KEY (campaign_id, member_id)
    );
    CREATE INDEX campaign_members_waiting ON campaign_members (campaign_id) WHERE outcome IS NULL;
  `,
};
