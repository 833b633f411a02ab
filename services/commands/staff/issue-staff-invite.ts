import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import { createInviteToken } from '#infra/postgres/tables/staff-invites.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { holdsInvitation } from './holds-invitation.ts';

/** How many days an invitation lasts. */
export const INVITE_DAYS = 7;

/** Makes the secret of a link for an invited account; null for one that has joined or was removed, or whose invitation has ended. */
export const issueStaffInvite = defineCommand(
  'issue-staff-invite',
  async (
    {
      deciders,
      pool,
      sharedPasswordMarks,
    }: CommandDeps & {
      readonly pool: Pool;
      readonly sharedPasswordMarks: { readonly admin: string };
    },
    { staffId }: { staffId: string },
    { now },
  ): Promise<{ token: string; role: StaffRole } | null> => {
    const { state } = await deciders.load(staffAccountDecider, staffId);
    if (state.status !== 'invited') return null;
    const { role, epoch } = state;
    const passwordMark = state.inviter === null ? sharedPasswordMarks.admin : null;
    const link = { staffId, epoch, passwordMark };
    if (!(await holdsInvitation({ deciders, sharedPasswordMarks }, link))) return null;
    const token = await createInviteToken(pool, {
      ...link,
      now,
      lastsMs: INVITE_DAYS * millisecondsInDay,
    });
    return { token, role };
  },
);
