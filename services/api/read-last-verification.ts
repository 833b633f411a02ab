import type { Pool } from 'pg';
import { z } from 'zod';
import { type AuditSigner, isSignedBy } from '#infra/crypto/audit-signature.ts';
import { readLastVerificationResult } from '#infra/postgres/tables/verification-results.ts';
import { auditVerdict } from '#services/contract/audit-verification.ts';

const sealedVerification = z.object({
  id: z.uuid(),
  origin: z.enum(['night', 'desk', 'command']),
  startedBy: z.string().nullable(),
  verdict: auditVerdict,
});

export interface LastVerification extends z.infer<typeof sealedVerification> {
  readonly signature: string;
  /** Whether the stored text is the one that this installation signed. */
  readonly isIntact: boolean;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the verification that finished last, in any process and before any restart; null before the first. */
export async function readLastVerification(
  pool: Pool,
  signer: Pick<AuditSigner, 'publicKey'>,
): Promise<LastVerification | null> {
  const stored = await readLastVerificationResult(pool);
  if (stored === null) return null;
  const { content, signature } = stored;
  // A result of an earlier release may lack what a verdict has today; the next verification replaces it.
  const parsed = sealedVerification.safeParse(parseJson(content));
  if (!parsed.success) return null;
  return { ...parsed.data, signature, isIntact: isSignedBy(signer.publicKey, content, signature) };
}
