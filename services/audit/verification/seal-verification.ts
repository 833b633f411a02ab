import type { Pool } from 'pg';
import type { AuditSigner } from '#infra/crypto/audit-signature.ts';
import { insertVerificationResult } from '#infra/postgres/tables/verification-results.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';
import type { Verdict } from './verify-installation.ts';

/** What started a verification: the nightly job, a member of staff at the auditor's desk, or `npm run audit`. */
export interface VerificationStart {
  readonly origin: 'night' | 'desk' | 'command';
  /** The id of a staff account, or the role of a shared password; null if no staff started it. */
  readonly startedBy: string | null;
}

interface SealedVerification extends VerificationStart {
  readonly format: 'tideline-verification';
  readonly version: 1;
  readonly id: string;
  readonly studio: string;
  readonly verdict: Verdict;
}

/** Signs a verdict and stores it, so that the last one is known after a restart, and a change in the table is noticed. */
export async function sealVerification(
  { pool, signer }: { pool: Pool; signer: AuditSigner },
  verification: Omit<SealedVerification, 'format' | 'version'>,
): Promise<void> {
  const sealed: SealedVerification = { format: 'tideline-verification', version: 1, ...verification };
  const content = canonicalJson(sealed);
  await insertVerificationResult(pool, verification.id, { content, signature: signer.sign(content) });
}
