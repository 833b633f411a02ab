import type { Pool } from 'pg';
import { changePassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { useResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface ResetPasswordDeps extends CommandDeps {
  readonly pool: Pool;
  /** Ends every session of the member. */
  readonly endSessions: (memberId: string) => Promise<void>;
}

/**
 * Changes the password of the member whom a link was sent to, once; it invalidates the member's other links, and ends
 * their sessions first. A link whose use failed, by an outage or a crash, works again.
 * @throws Refusal INVALID_RESET_LINK
 */
export const resetPassword = defineCommand(
  'reset-password',
  async (
    { deciders, pool, endSessions }: ResetPasswordDeps,
    { token, passwordHash }: { token: string; passwordHash: string },
    context,
  ) => {
    const { now } = context;
    const reset = await useResetToken(pool, token, now, async (memberId) => {
      await endSessions(memberId);
      const { state, position } = await deciders.handle(memberDecider, memberId, context, (current) =>
        decide(current, { memberId, change: { passwordHash }, now }),
      );
      if (state.status !== 'active') throw new Refusal('INVALID_RESET_LINK');
      return { memberId, position };
    });
    if (reset === null) throw new Refusal('INVALID_RESET_LINK');
    return reset;
  },
);
