import { switchSharedPasswords as decide } from '#domain/setting/shared-passwords.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { decideSharedPasswords, readNamedAdmin } from './decide-shared-passwords.ts';
import { getStaffId } from './get-staff-id.ts';

/** Switches the shared passwords on or off; the caller ends their sessions. @throws Refusal NAMED_ADMIN_NEEDED */
export const switchSharedPasswords = defineCommand(
  'switch-shared-passwords',
  async (deps: CommandDeps, change: { value: string; description: string }, context) => {
    const staffId = getStaffId(context.actor);
    const readActor = async () => (staffId === null ? null : readNamedAdmin(deps, staffId));
    const { position } = await decideSharedPasswords(deps, context, readActor, (state, by) =>
      decide(state, { ...change, by, now: context.now }),
    );
    return { position };
  },
);
