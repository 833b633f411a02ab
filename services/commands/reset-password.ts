import type { Pool } from 'pg';
import type { CommandContext } from '../../infra/event-store/types.ts';
import { reviveResetToken, spendResetsOf, spendResetToken } from '../../infra/postgres/password-resets.ts';
import { changePassword as decide } from '../domain/member/decide.ts';
import { memberDecider } from '../domain/member/decider.ts';
import { Refusal } from '../domain/refusal.ts';
import type { CommandDeps, Written } from './written.ts';

interface ResetPasswordDeps extends CommandDeps {
  readonly pool: Pool;
}

/**
 * Changes the password of the member to whom a link was sent, once; the other links of the member are then worth nothing
 * either. One that could not be followed to its end for want of a server can be tried again.
 * @throws Refusal INVALID_RESET_LINK
 */
export async function resetPassword(
  { deciders, pool }: ResetPasswordDeps,
  { token, passwordHash }: { token: string; passwordHash: string },
  context: CommandContext,
): Promise<Written & { memberId: string }> {
  const { now } = context;
  const memberId = await spendResetToken(pool, token, now);
  if (memberId === null) throw new Refusal('INVALID_RESET_LINK');
  try {
    const { state, position } = await deciders.handle(memberDecider, memberId, context, (current) =>
      decide(current, { memberId, change: { passwordHash }, now }),
    );
    if (state.status !== 'active') throw new Refusal('INVALID_RESET_LINK');
    await spendResetsOf(pool, memberId, now);
    return { memberId, position };
  } catch (error) {
    if (!(error instanceof Refusal)) await reviveResetToken(pool, token);
    throw error;
  }
}
