import type { Migration } from '../migrate.ts';

/** Who had a once-only offer, with keyed hashes of the mailbox and the card, so that staff see when one had it twice. */
export const offerUses: Migration = {
  id: '0026-offer-uses',
  sql: `
    CREATE TABLE offer_uses (
      lot_id text PRIMARY KEY,
      member_id text NOT NULL,
      offer text NOT NULL,
      at timestamptz NOT NULL,
      mailbox_hash text NOT NULL,
      card_hash text
    );
    CREATE INDEX offer_uses_member ON offer_uses (member_id);
    CREATE INDEX offer_uses_mailbox ON offer_uses (offer, mailbox_hash);
    CREATE INDEX offer_uses_card ON offer_uses (offer, card_hash);
  `,
};
