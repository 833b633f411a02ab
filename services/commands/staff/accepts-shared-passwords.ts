import {
  areSharedPasswordsOn,
  SHARED_PASSWORDS,
  sharedPasswordsDecider,
} from '#domain/setting/shared-passwords.ts';
import type { CommandDeps } from '../define-command.ts';

/** Whether the roles' shared passwords are on, by the setting's own stream: access never depends on a read model. */
export async function acceptsSharedPasswords({ deciders }: CommandDeps): Promise<boolean> {
  return areSharedPasswordsOn((await deciders.load(sharedPasswordsDecider, SHARED_PASSWORDS)).state);
}
