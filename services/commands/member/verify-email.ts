import { verifyEmail as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EmailProofTokens } from '#infra/crypto/email-proof-token.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readIdentity } from './read-identity.ts';

interface VerifyDeps extends CommandDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
  readonly emailProofTokens: EmailProofTokens;
}

/** The address of a member who is not erased; null for any other id. */
async function readEmail({ deciders, eventStore }: VerifyDeps, memberId: string): Promise<string | null> {
  // An id with other characters would name no stream of a member.
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(memberId)) return null;
  if ((await deciders.load(memberDecider, memberId)).state.status !== 'active') return null;
  return (await readIdentity(eventStore, memberId))?.email ?? null;
}

/**
 * Records that a member reads mail to their address, by the link in the welcome. It holds for the address that the member has now.
 * A repetition appends nothing. @throws Refusal INVALID_EMAIL_PROOF
 */
export const verifyEmail = defineCommand('verify-email', async (deps: VerifyDeps, token: string, context) => {
  const { deciders, emailHash, emailProofTokens } = deps;
  const memberId = emailProofTokens.readMemberId(token);
  const email = await readEmail(deps, memberId);
  if (email === null || !emailProofTokens.isFor(token, { memberId, emailHash: emailHash(email) }))
    throw new Refusal('INVALID_EMAIL_PROOF');
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, by: 'welcome-link', now: context.now }),
  );
  return { position };
});
