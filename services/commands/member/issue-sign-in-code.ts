import type { Pool } from 'pg';
import { openCode } from '#infra/postgres/tables/sign-in-codes.ts';
import { defineCommand } from '../define-command.ts';
import { deriveSignInCode, deriveSignInToken, type SignInSecret } from './derive-sign-in-code.ts';
import { type ReadRecipientDeps, readMailRecipient } from './read-mail-recipient.ts';

interface IssueCodeDeps extends ReadRecipientDeps {
  readonly pool: Pool;
  readonly signInSecret: SignInSecret;
}

/** A code and the secret of its link, and the member to whom they are sent. */
interface IssuedCode {
  readonly memberId: string;
  readonly email: string;
  readonly name: string;
  readonly code: string;
  readonly token: string;
}

/**
 * Makes a requested code valid for the member with the typed address. Null when there is none, or when enough codes
 * were sent within the hour. It holds for the epoch in which the member had this address. A retry issues the same
 * code.
 */
export const issueSignInCode = defineCommand(
  'issue-sign-in-code',
  async (
    deps: IssueCodeDeps,
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ): Promise<IssuedCode | null> => {
    const { pool, signInSecret } = deps;
    const recipient = await readMailRecipient(deps, emailHash);
    if (recipient === null) return null;
    const { memberId, epoch, email, name } = recipient;
    if (!(await openCode(pool, { requestId, memberId, epoch, now }))) return null;
    const code = deriveSignInCode(signInSecret, requestId);
    return { memberId, email, name, code, token: deriveSignInToken(signInSecret, requestId) };
  },
);
