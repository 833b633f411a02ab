import type { Pool } from 'pg';

export interface SignedResult {
  /** Canonical JSON. */
  readonly content: string;
  readonly signature: string;
}

/** Stores the signed result of a verification; storing it again changes nothing. */
export async function insertVerificationResult(
  pool: Pool,
  id: string,
  { content, signature }: SignedResult,
): Promise<void> {
  await pool.query(
    `INSERT INTO verification_results (id, content, signature) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [id, content, signature],
  );
}

/** The result of the verification that finished last; null before the first. */
export async function readLastVerificationResult(
  pool: Pool,
): Promise<(SignedResult & { readonly finishedAt: Date }) | null> {
  const { rows } = await pool.query<SignedResult & { finishedAt: Date }>(
    `SELECT content, signature, finished_at AS "finishedAt"
     FROM verification_results ORDER BY finished_at DESC, id LIMIT 1`,
  );
  return rows[0] ?? null;
}
