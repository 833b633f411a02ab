import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { switchSharedPasswords as decide } from '#domain/setting/shared-passwords.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { decideSharedPasswords, readNamedAdmin } from './decide-shared-passwords.ts';
import { getStaffId } from './get-staff-id.ts';

interface SwitchInput {
  readonly value: string;
  readonly description: string;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
  /** The value in force until it is set. */
  readonly unset?: string | undefined;
}

/** Switches the shared passwords on or off; the caller ends their sessions. @throws Refusal NAMED_ADMIN_NEEDED, CHANGED_SINCE */
export const switchSharedPasswords = defineCommand(
  'switch-shared-passwords',
  async (deps: CommandDeps, { expected, unset, ...change }: SwitchInput, context) => {
    const staffId = getStaffId(context.actor);
    const readActor = async () => (staffId === null ? null : readNamedAdmin(deps, staffId));
    const { position } = await decideSharedPasswords(deps, context, readActor, (state, by) =>
      guardEvents(decide(state, { ...change, by, now: context.now }), expected, () => ({
        value: state.setting?.value ?? unset ?? null,
      })),
    );
    return { position };
  },
);
