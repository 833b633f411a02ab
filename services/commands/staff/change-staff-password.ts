import { changeStaffPassword as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Gives an account another password. That it may be was shown before, by the one until now. @throws Refusal STAFF_NOT_FOUND */
export async function changeStaffPassword(
  { deciders }: CommandDeps,
  { staffId, passwordHash }: { staffId: string; passwordHash: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
    decide(state, { staffId, passwordHash, now: context.now }),
  );
  return { position };
}
