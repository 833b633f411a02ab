import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import type { CommandDeps } from '../define-command.ts';

/** Whether an account is active with this role, by its own stream: access never depends on a read model. */
export async function hasStaffRole(
  { deciders }: CommandDeps,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<boolean> {
  const { state } = await deciders.load(staffAccountDecider, staffId);
  return state.status === 'active' && state.role === role;
}
