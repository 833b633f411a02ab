import type { Pool } from 'pg';
import { keepResetRequest } from '#infra/postgres/tables/password-resets.ts';
import { defineCommand } from '../define-command.ts';

interface RequestResetDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
}

/**
 * Someone forgot a password. Whether anyone has the address is not looked at here, so neither the answer nor its time can
 * tell; a worker finds out and sends the link.
 */
export const requestPasswordReset = defineCommand(
  'request-password-reset',
  async ({ pool, emailHash }: RequestResetDeps, email: string, { now }): Promise<void> => {
    return keepResetRequest(pool, { emailHash: emailHash(email), now });
  },
);
