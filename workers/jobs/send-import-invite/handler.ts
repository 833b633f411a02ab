import { formatLongDay } from '#domain/london-time.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { deriveInvitation, INVITATION_DAYS } from '#services/commands/member/derive-invitation.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendImportInvite } from './definition.ts';
import { importInviteEmail } from './email.ts';

/** Sends nothing to a member who has a password by now. */
export const sendImportInviteHandler = defineJobHandler(
  sendImportInvite,
  async (deps, { memberId, invitedAt }) => {
    const { pool, clock, sender, deciders } = deps;
    const { state } = await deciders.load(memberDecider, memberId);
    if (state.status !== 'active' || state.epoch > 0) return;
    if ((await readUserById(pool, memberId))?.isSilent !== false)
      throw new NotProjectedYet(`The invitation of ${memberId}`);
    const now = clock.now();
    const lots = (await readLotsOfMember(pool, memberId))
      .filter(({ available, expiresAt }) => available > 0 && expiresAt >= now)
      .map(({ passName, available, expiresAt }) => ({
        passName,
        available,
        until: formatLongDay(expiresAt),
      }));
    const token = deriveInvitation(deps.signInSecret, memberId, new Date(invitedAt));
    const kind = 'import-invite';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${memberId}` }, ({ name }) =>
      importInviteEmail(sender, { name, token, days: INVITATION_DAYS, lots }),
    );
  },
);
