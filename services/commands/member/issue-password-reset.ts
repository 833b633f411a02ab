import type { Pool } from 'pg';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readIdentity } from './read-identity.ts';

interface IssueResetDeps extends CommandDeps {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
}

/** The secret of a reset link, and the member to whom it is sent. */
export interface PasswordReset {
  readonly memberId: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
}

/**
 * Makes the secret of a reset link for the member with the typed address; null when there is none, or when enough
 * links were sent within the hour. It holds for the epoch in which the member had this address. A retry makes a second secret, since it is unknown which of the two was sent.
 */
export const issuePasswordReset = defineCommand(
  'issue-password-reset',
  async (
    { deciders, pool, eventStore, emailHash: toHash }: IssueResetDeps,
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ): Promise<PasswordReset | null> => {
    const { claimedBy: memberId } = (await deciders.load(emailDecider, emailHash)).state;
    if (memberId === null) return null;
    const { status, epoch } = (await deciders.load(memberDecider, memberId)).state;
    if (status !== 'active') return null;
    // Read after the epoch, so that a concurrent change of address makes no link for the former one.
    const identity = await readIdentity(eventStore, memberId);
    if (identity === null || toHash(identity.email) !== emailHash) return null;
    const token = await createResetToken(pool, { requestId, ownerId: memberId, epoch, now });
    const { email, name } = identity;
    return token === null ? null : { memberId, email, name, token };
  },
);
