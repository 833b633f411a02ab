import { type AuditVerdict, auditVerifyAnswer } from '#services/contract/audit-verification.ts';
import type { StudioClient } from './studio-client.ts';

/** Verifies the whole store as an auditor or admin, and returns the verdict. Throws when the verification fails. */
export async function verifyStore(client: StudioClient): Promise<AuditVerdict> {
  const read = (query = '') => client.expect(auditVerifyAnswer.strict(), 'GET', `/api/audit/verify${query}`);
  let answer = await read();
  // Each answer waits for the end of the verification, but only for a while.
  while (answer.state === 'running') answer = await read(`?run=${answer.run}`);
  if (answer.verdict === null) throw new Error(`The verification ended as ${answer.state}`);
  return answer.verdict;
}
