import type { Pool } from 'pg';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { openCode } from '#infra/postgres/tables/sign-in-codes.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { deriveSignInCode, deriveSignInToken, type SignInSecret } from './derive-sign-in-code.ts';
import { readIdentity } from './read-identity.ts';

interface IssueCodeDeps extends CommandDeps {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
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
 * Makes a requested code valid for the member with the typed address; null when there is none, or when enough codes were sent within the
 * hour. It holds for the epoch in which the member had this address. A retry issues the same code.
 */
export const issueSignInCode = defineCommand(
  'issue-sign-in-code',
  async (
    { deciders, pool, eventStore, emailHash: toHash, signInSecret }: IssueCodeDeps,
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ): Promise<IssuedCode | null> => {
    const { claimedBy: memberId } = (await deciders.load(emailDecider, emailHash)).state;
    if (memberId === null) return null;
    const { status, epoch } = (await deciders.load(memberDecider, memberId)).state;
    if (status !== 'active') return null;
    // Read after the epoch, so that a concurrent change of address sends no code to the former one.
    const identity = await readIdentity(eventStore, memberId);
    if (identity === null || toHash(identity.email) !== emailHash) return null;
    if (!(await openCode(pool, { requestId, memberId, epoch, now }))) return null;
    const { email, name } = identity;
    const code = deriveSignInCode(signInSecret, requestId);
    return { memberId, email, name, code, token: deriveSignInToken(signInSecret, requestId) };
  },
);
