import { memberDecider } from '#domain/member/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { defineCommand } from '../define-command.ts';
import { eraseMember } from './erase-member.ts';
import { type SettleErasureDeps, settleErasure } from './settle-erasure.ts';

type RepeatErasureDeps = SettleErasureDeps & { readonly memberKeys: Pick<MemberKeys, 'destroy' | 'find'> };

/** The outcome for a person on a register of erasures. */
export type RepeatErasureOutcome = 'erased' | 'was_erased' | 'unknown';

/**
 * Repeats an erasure in an installation that was restored from an earlier backup. Appends the event if it is missing,
 * releases the address and destroys the key, all at the instant of the context.
 * A saved card was removed at Stripe, which no backup restores, with the first erasure.
 * Bookings and a membership follow from the event; no email can reach the person any more. A person who only
 * registered their interest loses just the key. A repeated call changes nothing.
 */
export const repeatErasure = defineCommand(
  'repeat-erasure',
  async (deps: RepeatErasureDeps, personId: string, context): Promise<RepeatErasureOutcome> => {
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
