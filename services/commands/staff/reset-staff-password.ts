import type { Pool } from 'pg';
import { Refusal } from '#domain/refusal.ts';
import { changeStaffPassword as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { useResetToken } from '#infra/postgres/tables/password-resets.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface ResetStaffPasswordDeps extends CommandDeps {
  readonly pool: Pool;
  /** Ends every session of the account. */
  readonly endSessions: (staffId: string) => Promise<void>;
}

/**
 * Changes the password of the account that a link was sent to, once; that ends the credential epoch, and its sessions end
 * first. A second factor stays. `makeHash` hashes the password once the link proves valid. A link whose use failed, by an
 * outage, a crash or a refused password, works again unless the password or the role was changed.
 * @throws Refusal INVALID_RESET_LINK
 */
export const resetStaffPassword = defineCommand(
  'reset-staff-password',
  async (
    { deciders, pool, endSessions }: ResetStaffPasswordDeps,
    { token, makeHash }: { token: string; makeHash: (staffId: string) => Promise<string> },
    context,
  ) => {
    const { now } = context;
    const link = { audience: 'staff', token, now } as const;
    const reset = await useResetToken(pool, link, async ({ ownerId: staffId, epoch }) => {
      const { state: before } = await deciders.load(staffAccountDecider, staffId);
      // Checked first, so that an old link ends no session.
      if (before.status !== 'active' || before.epoch !== epoch) throw new Refusal('INVALID_RESET_LINK');
      // Before the sessions end, because it refuses a common password.
      const passwordHash = await makeHash(staffId);
      await endSessions(staffId);
      // The link identifies the actor, who has no session.
      const actor = { kind: 'staff', role: before.role, staffId } as const;
      const { state, position, events } = await deciders.handle(
        staffAccountDecider,
        staffId,
        { ...context, actor },
        (current) =>
          current.status === 'active' ? decide(current, { staffId, passwordHash, epoch, now }) : [],
      );
      if (state.status !== 'active' || events.length === 0) throw new Refusal('INVALID_RESET_LINK');
      return { staffId, epoch: state.epoch, position };
    });
    if (reset === null) throw new Refusal('INVALID_RESET_LINK');
    return reset;
  },
);
