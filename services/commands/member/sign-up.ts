import { claimEmail } from '#domain/email/decide.ts';
import { emailDecider } from '#domain/email/decider.ts';
import { assertOldEnough, signUp as decide, type SignUp } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface SignUpDeps extends CommandDeps {
  /** The same for every spelling of an address, and reveals nothing. */
  readonly emailHash: (email: string) => string;
  /** Creates the key that seals the member's personal data, unless there is one. */
  readonly memberKeys: { create(memberId: string): Promise<void> };
}

/**
 * Claims the address, then creates the member with the id that holds the claim. A claim whose member was never
 * created, because of a crash, is taken over; of two concurrent requests the first wins. `memberId` is a fresh uuid;
 * the result's `memberId` counts.
 * @throws Refusal EMAIL_TAKEN; InvalidInput when under 16
 */
export const signUp = defineCommand(
  'sign-up',
  async (
    { deciders, emailHash, memberKeys }: SignUpDeps,
    member: Omit<SignUp, 'now'>,
    context: CommandContext,
  ) => {
    const { now } = context;
    assertOldEnough(member.identity.dateOfBirth, now);
    const claim = await deciders.handle(emailDecider, emailHash(member.identity.email), context, (state) =>
      claimEmail(state, { memberId: member.memberId, now }),
    );
    const memberId = claim.state.claimedBy;
    if (memberId === null) throw new Error('The claimed address has no owner');
    if (memberId !== member.memberId) {
      const { state } = await deciders.load(memberDecider, memberId);
      if (state.status !== 'unknown') throw new Refusal('EMAIL_TAKEN');
    }
    await memberKeys.create(memberId);
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { ...member, memberId, now }),
    );
    return { memberId, position };
  },
);
