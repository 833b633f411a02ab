import type { Pool } from 'pg';
import { insertResetRequest } from '#infra/postgres/tables/password-resets.ts';
import { defineCommand } from '../define-command.ts';

interface RequestResetDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
}

/**
 * Stores a request for a password reset. Whether a member has the address is not checked here, so that neither the
 * response nor its time reveals it; a worker checks it and sends the link.
 */
export const requestPasswordReset = defineCommand(
  'request-password-reset',
  async ({ pool, emailHash }: RequestResetDeps, email: string, { now }) => {
    return insertResetRequest(pool, { emailHash: emailHash(email), now });
  },
);
