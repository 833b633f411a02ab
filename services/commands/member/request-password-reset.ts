import type { Pool } from 'pg';
import { insertResetRequest, type ResetAudience } from '#infra/postgres/tables/password-resets.ts';
import { defineCommand } from '../define-command.ts';

interface RequestResetDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
  readonly staffEmailHash: (email: string) => string;
}

/**
 * Stores a request for a password reset. A worker checks whether a member or a staff account has the address, and
 * sends the link. So neither the response nor its time reveals it.
 */
export const requestPasswordReset = defineCommand(
  'request-password-reset',
  async (
    { pool, emailHash, staffEmailHash }: RequestResetDeps,
    { audience, email }: { audience: ResetAudience; email: string },
    { now },
  ) => {
    const toHash = audience === 'staff' ? staffEmailHash : emailHash;
    return insertResetRequest(pool, { audience, emailHash: toHash(email), now });
  },
);
