import { changeSetting } from '#domain/setting/decide.ts';
import {
  areSharedPasswordsOn,
  SHARED_PASSWORDS,
  sharedPasswordsDecider,
} from '#domain/setting/shared-passwords.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

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
