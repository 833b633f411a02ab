import type { Pool } from 'pg';
import type { CommandContext } from '#infra/event-store/types.ts';
import { keepResetRequest } from '#infra/postgres/tables/password-resets.ts';

interface RequestResetDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
}

/**
 * Someone forgot a password. Whether anyone has the address is not looked at here, so neither the answer nor its time can
 * tell; a worker finds out and sends the link.
 */
export function requestPasswordReset(
  { pool, emailHash }: RequestResetDeps,
  email: string,
  { now }: CommandContext,
): Promise<void> {
  return keepResetRequest(pool, { emailHash: emailHash(email), now });
}
