import type { Pool } from 'pg';

/** A purchase of a once-only offer. */
export interface OfferUse {
  readonly lotId: string;
  readonly memberId: string;
  readonly offer: string;
  readonly at: Date;
  /** Keyed hashes. */
  readonly mailboxHash: string;
  readonly cardHash: string | null;
}

/** Records a purchase once, but not of an erased member: the lock lets an erasure that runs meanwhile find the row. */
export async function insertOfferUse(pool: Pool, use: OfferUse): Promise<void> {
  const { lotId, memberId, offer, at, mailboxHash, cardHash } = use;
  await pool.query(
    `INSERT INTO offer_uses (lot_id, member_id, offer, at, mailbox_hash, card_hash)
     SELECT $1, id, $3, $4, $5, $6 FROM users WHERE id = $2 AND erased_at IS NULL FOR SHARE
     ON CONFLICT (lot_id) DO NOTHING`,
    [lotId, memberId, offer, at, mailboxHash, cardHash],
  );
}
