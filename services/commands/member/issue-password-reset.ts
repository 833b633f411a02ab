import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { createResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

const linkLastsMs = millisecondsInHour;
const linksAnHour = 3;

interface IssueResetDeps extends CommandDeps {
  readonly pool: Pool;
}

/**
 * Makes the secret of a reset link for the member with the typed address; null when there is none, or when enough
 * links were sent within the hour. A retry makes a second secret, since it is unknown which of the two was sent.
 */
export const issuePasswordReset = defineCommand(
  'issue-password-reset',
  async (
    { deciders, pool }: IssueResetDeps,
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ): Promise<{ memberId: string; token: string } | null> => {
    const { claimedBy: memberId } = (await deciders.load(emailDecider, emailHash)).state;
    if (memberId === null) return null;
    const { status } = (await deciders.load(memberDecider, memberId)).state;
    if (status !== 'active') return null;
    const expiresAt = new Date(now.getTime() + linkLastsMs);
    const token = await createResetToken(pool, { requestId, memberId, expiresAt, atMost: linksAnHour });
    return token === null ? null : { memberId, token };
  },
);
