import type { Pool } from 'pg';
import { revokeCredentials } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  findEmailChangeToCancel,
  cancelEmailChange as markCancelled,
} from '#infra/postgres/tables/email-changes.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { hasMemberEpoch } from '../member/has-member-epoch.ts';

interface CancelDeps extends CommandDeps {
  readonly pool: Pool;
  /** Ends every session of the member. */
  readonly endSessions: (memberId: string) => Promise<void>;
}

/**
 * Cancels a change of address by the link that was sent to the current one. Ends the credential epoch, since the request needed
 * the password. The sessions end first. A repetition completes what a crash left, and else does nothing.
 * @throws Refusal INVALID_CANCEL_LINK, also when the address was changed or the epoch is over
 */
export const cancelEmailChange = defineCommand(
  'cancel-email-change',
  async ({ deciders, pool, endSessions }: CancelDeps, token: string, context) => {
    const { now } = context;
    const change = await findEmailChangeToCancel(pool, token, now);
    if (change === undefined) throw new Refusal('INVALID_CANCEL_LINK');
    const { memberId, epoch } = change;
    const isCurrent = await hasMemberEpoch({ deciders }, change);
    if (!isCurrent && !change.isCancelled) throw new Refusal('INVALID_CANCEL_LINK');
    const { isConfirmed } = await markCancelled(pool, change.id, now);
    if (isCurrent) await endSessions(memberId);
    const { events, position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      revokeCredentials(state, { memberId, reason: 'cancelled-email-change', epoch, now }),
    );
    // Without an event the epoch ended otherwise: by the change itself, unless that was never confirmed.
    if (events.length === 0 && isConfirmed) throw new Refusal('INVALID_CANCEL_LINK');
    return { memberId, position, hasRevoked: events.length > 0 };
  },
);
