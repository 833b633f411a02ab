import { changeSetting } from '#domain/setting/decide.ts';
import {
  areSharedPasswordsOn,
  switchSharedPasswords as decide,
  SHARED_PASSWORDS,
  sharedPasswordsDecider,
} from '#domain/setting/shared-passwords.ts';
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

/** Switches the shared passwords on, by the operator of a studio whose admins can no longer sign in. */
export const reopenSharedPasswords = defineCommand(
  'reopen-shared-passwords',
  async ({ deciders }: CommandDeps, _: null, context) => {
    const { position, events } = await deciders.handle(
      sharedPasswordsDecider,
      SHARED_PASSWORDS,
      context,
      (state) =>
        areSharedPasswordsOn(state)
          ? []
          : changeSetting(state, {
              key: SHARED_PASSWORDS,
              value: 'on',
              description: state.setting?.description ?? '',
              now: context.now,
            }),
    );
    return { position, hasReopened: events.length > 0 };
  },
);
