import type { Pool } from 'pg';
import { resetPassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { useResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { hasMemberEpoch } from './has-member-epoch.ts';

interface ResetPasswordDeps extends CommandDeps {
  readonly pool: Pool;
  /** Ends every session of the member. */
  readonly endSessions: (memberId: string) => Promise<void>;
}

/**
 * Changes the password of the member whom a link was sent to, once; that ends the credential epoch, and their sessions
 * end first. `makeHash` hashes the password once the link proves valid. A link whose use failed, by an outage, a crash
 * or a refused password, works again unless the password was changed.
 * @throws Refusal INVALID_RESET_LINK
 */
export const resetPassword = defineCommand(
  'reset-password',
  async (
    { deciders, pool, endSessions }: ResetPasswordDeps,
    { token, makeHash }: { token: string; makeHash: (memberId: string) => Promise<string> },
    context,
  ) => {
    const { now } = context;
    const reset = await useResetToken(
      pool,
      { audience: 'member', token, now },
      async ({ ownerId: memberId, epoch }) => {
        // Checked first, so that an old link ends no session.
        if (!(await hasMemberEpoch({ deciders }, { memberId, epoch })))
          throw new Refusal('INVALID_RESET_LINK');
        // Before the sessions end, because it refuses a common password.
        const passwordHash = await makeHash(memberId);
        await endSessions(memberId);
        const { events, position, state } = await deciders.handle(
          memberDecider,
          memberId,
          context,
          (current) => decide(current, { memberId, change: { passwordHash }, epoch, now }),
        );
        if (events.length === 0 || state.status !== 'active') throw new Refusal('INVALID_RESET_LINK');
        return { memberId, epoch: state.epoch, position };
      },
    );
    if (reset === null) throw new Refusal('INVALID_RESET_LINK');
    return reset;
  },
);
