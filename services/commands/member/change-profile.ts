import { assertOldEnough, changeIdentity as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import { Refusal } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readIdentity } from './read-identity.ts';

interface ChangeProfileDeps extends CommandDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
}

/**
 * Changes a member's identity except the address, which belongs to the claim. The address is read from the events,
 * since a read model may lag behind its change. A change of address meanwhile ends the epoch of the session.
 * @throws InvalidInput when under 16; Refusal SIGNED_OUT when the epoch is over
 */
export const changeProfile = defineCommand(
  'change-profile',
  async (
    { deciders, eventStore }: ChangeProfileDeps,
    { memberId, profile, epoch }: { memberId: string; profile: Omit<MemberIdentity, 'email'>; epoch: number },
    context,
  ) => {
    const { now } = context;
    assertOldEnough(profile.dateOfBirth, now);
    const identity = await readIdentity(eventStore, memberId);
    if (identity === null) return { position: null };
    const { position, events } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, change: { ...profile, email: identity.email }, epoch, now }),
    );
    if (events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position };
  },
);
