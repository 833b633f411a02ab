import type { Pool } from 'pg';
import { isForgotten } from '#domain/event.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { staffEmailDecider } from '#domain/staff-email/decider.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

type Streams = Pick<EventStore<StudioEvent>, 'readStream'>;

/** The email and name of an account from its stream; null without both. */
async function readStaffIdentity(
  eventStore: Streams,
  staffId: string,
): Promise<{ email: string; name: string } | null> {
  const { events } = await eventStore.readStream(staffAccountDecider.stream(staffId));
  let email: string | null = null;
  let name: string | null = null;
  for (const { type, data } of events) {
    if (type === 'StaffInvited' && !isForgotten(data.personal)) email = data.personal.email;
    if (type === 'StaffJoined' && !isForgotten(data.personal)) name = data.personal.name;
  }
  return email === null || name === null ? null : { email, name };
}

/**
 * Makes the secret of a reset link for the active account with the typed address. Null when there is none, or when
 * enough links were sent within the hour. It holds for the account's credential epoch. A retry makes a second secret,
 * since it is unknown which of the two was sent.
 */
export const issueStaffPasswordReset = defineCommand(
  'issue-staff-password-reset',
  async (
    { deciders, pool, eventStore }: CommandDeps & { readonly pool: Pool; readonly eventStore: Streams },
    { requestId, emailHash }: { requestId: string; emailHash: string },
    { now },
  ) => {
    const { claimedBy: ownerId } = (await deciders.load(staffEmailDecider, emailHash)).state;
    if (ownerId === null) return null;
    const { state } = await deciders.load(staffAccountDecider, ownerId);
    if (state.status !== 'active') return null;
    const identity = await readStaffIdentity(eventStore, ownerId);
    if (identity === null) return null;
    const token = await createResetToken(pool, { requestId, ownerId, epoch: state.epoch, now });
    return token === null ? null : { memberId: null, ...identity, token };
  },
);
