import { memberDecider } from '#domain/member/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { defineCommand } from '../define-command.ts';
import { eraseMember } from './erase-member.ts';
import { type SettleErasureDeps, settleErasure } from './settle-erasure.ts';

type EraseAgainDeps = SettleErasureDeps & { readonly memberKeys: Pick<MemberKeys, 'destroy' | 'find'> };

/** What became of someone whom a register of erasures names. */
export type ErasedAgain = 'erased' | 'was_erased' | 'unknown';

/**
 * Erases someone in an installation that was brought back from before they were: the event if it is missing, the address free
 * again, and the key destroyed, all at the instant of the context. What a member still has (bookings, a membership) follows from
 * the event, as ever; no email can reach them any more. Whoever else had a key (someone who registered their interest)
 * loses only that. Again it does nothing.
 */
export const eraseAgain = defineCommand(
  'erase-again',
  async (deps: EraseAgainDeps, personId: string, context): Promise<ErasedAgain> => {
    const key = (await deps.memberKeys.find([personId])).get(personId);
    const { state } = await deps.deciders.load(memberDecider, personId);
    if (key === undefined && state.status === 'unknown') return 'unknown';
    const isErased = key !== undefined && 'destroyed' in key && state.status !== 'active';
    if (isErased) return 'was_erased';
    if (state.status !== 'unknown') {
      await eraseMember(deps, personId, context);
      await settleErasure(
        deps,
        { memberId: personId, bookings: [], waitingIn: [], subscriptionId: null },
        context,
      );
    }
    await deps.memberKeys.destroy(personId, context.now);
    return 'erased';
  },
);
