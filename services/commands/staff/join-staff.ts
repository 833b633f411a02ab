import type { Pool } from 'pg';
import { Refusal } from '#domain/refusal.ts';
import { joinStaff as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { useInviteToken } from '#infra/postgres/tables/staff-invites.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { holdsInvitation } from './holds-invitation.ts';

/**
 * Completes an invited account with a name and a password, once; it invalidates the account's other links. A link
 * whose use failed, by an outage or a crash, works again. Returns the account's credential epoch.
 * @throws Refusal INVALID_INVITE
 */
export const joinStaff = defineCommand(
  'join-staff',
  async (
    {
      deciders,
      pool,
      sharedPasswordMarks,
    }: CommandDeps & {
      readonly pool: Pool;
      readonly sharedPasswordMarks: { readonly admin: string };
    },
    { token, name, passwordHash }: { token: string; name: string; passwordHash: string },
    context,
  ) => {
    const { now } = context;
    const joined = await useInviteToken(pool, token, now, async (link) => {
      const { staffId, epoch } = link;
      const { state: invited } = await deciders.load(staffAccountDecider, staffId);
      const isHeld = await holdsInvitation({ deciders, sharedPasswordMarks }, link);
      if (invited.status !== 'invited' || !isHeld) throw new Refusal('INVALID_INVITE');
      // The link identifies the actor, before there is a session.
      const actor = { kind: 'staff', role: invited.role, staffId } as const;
      const { state, position } = await deciders.handle(
        staffAccountDecider,
        staffId,
        { ...context, actor },
        (current) => decide(current, { staffId, name, passwordHash, epoch, now }),
      );
      if (state.status !== 'active') throw new Refusal('INVALID_INVITE');
      return { staffId, role: state.role, epoch: state.epoch, position };
    });
    if (joined === null) throw new Refusal('INVALID_INVITE');
    return joined;
  },
);
