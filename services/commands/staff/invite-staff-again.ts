import { inviteStaffAgain as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Has another link sent to who was invited; the earlier ones stay good. @throws Refusal STAFF_NOT_FOUND, STAFF_JOINED */
export async function inviteStaffAgain(
  { deciders }: CommandDeps,
  staffId: string,
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
    decide(state, { staffId, now: context.now }),
  );
  return { position };
}
