import type { Pool } from 'pg';
import { insertCodeRequest } from '#infra/postgres/tables/sign-in-codes.ts';
import { defineCommand } from '../define-command.ts';

interface RequestCodeDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
}

/**
 * Stores a request for a code to sign in with. Whether a member has the address is not checked here, so that neither
 * the response nor its time reveals it. A worker checks it and sends the code.
 */
export const requestSignInCode = defineCommand(
  'request-sign-in-code',
  async ({ pool, emailHash }: RequestCodeDeps, { email }: { email: string }, { now }) =>
    insertCodeRequest(pool, { emailHash: emailHash(email), now }),
);
