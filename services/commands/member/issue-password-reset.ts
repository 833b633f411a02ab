import type { Pool } from 'pg';
import { createResetToken } from '#infra/postgres/tables/password-resets.ts';
import { defineCommand } from '../define-command.ts';
import { type ReadRecipientDeps, readMailRecipient } from './read-mail-recipient.ts';

interface IssueResetDeps extends ReadRecipientDeps {
  readonly pool: Pool;
}

/** The secret of a reset link, and the member to whom it is sent. */
export interface PasswordReset {
  readonly memberId: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
}

/**
 * Makes the secret of a reset link for the member with the typed address. Null when there is none, or when enough
 * links were sent within the hour. It holds for the epoch in which the member had this address. A retry makes a
 * second secret, since it is unknown which of the two was sent.
 */
export const issuePasswordReset = defineCommand(
  'issue-password-reset',
  async (
    deps: IssueResetDeps,
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ): Promise<PasswordReset | null> => {
    const recipient = await readMailRecipient(deps, emailHash);
    if (recipient === null) return null;
    const { memberId, epoch, email, name } = recipient;
    const token = await createResetToken(deps.pool, { requestId, ownerId: memberId, epoch, now });
    return token === null ? null : { memberId, email, name, token };
  },
);
