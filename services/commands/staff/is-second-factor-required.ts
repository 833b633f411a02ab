import { ADMIN_SECOND_FACTOR, isAdminSecondFactorRequired } from '#domain/setting/admin-second-factor.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import type { CommandDeps } from '../define-command.ts';

/** Whether staff of this role must sign in with a second factor, by the setting's own stream: access never depends on a read model. */
export async function isSecondFactorRequired({ deciders }: CommandDeps, role: StaffRole): Promise<boolean> {
  if (role !== 'admin') return false;
  return isAdminSecondFactorRequired((await deciders.load(settingDecider, ADMIN_SECOND_FACTOR)).state);
}
