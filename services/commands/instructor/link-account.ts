import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { linkAccount as decide } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Chooses which staff account sees an instructor's pay. `expected` is what the caller saw.
 * @throws Refusal INSTRUCTOR_NOT_FOUND, STAFF_NOT_FOUND, CHANGED_SINCE
 */
export const linkAccount = defineCommand(
  'link-account',
  async (
    { deciders }: CommandDeps,
    {
      instructorId,
      accountId,
      expected,
    }: { instructorId: number; accountId: string | null; expected?: Facts | undefined },
    context,
  ) => {
    if (accountId !== null) {
      const { status } = (await deciders.load(staffAccountDecider, accountId)).state;
      if (status === 'unknown' || status === 'removed') throw new Refusal('STAFF_NOT_FOUND');
    }
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      guardEvents(decide(state, { accountId, now: context.now }), expected, () => ({
        staffId: state.accountId,
      })),
    );
    return { position };
  },
);
