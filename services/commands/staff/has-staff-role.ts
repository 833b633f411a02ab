import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import type { CommandDeps } from '../define-command.ts';

/** Whether an account is active with this role and in this credential epoch, by its own stream: access never depends on a read model. */
export async function hasStaffRole(
  { deciders }: CommandDeps,
  { staffId, role, epoch }: { staffId: string; role: StaffRole; epoch: number },
): Promise<boolean> {
  const { state } = await deciders.load(staffAccountDecider, staffId);
  return state.status === 'active' && state.role === role && state.epoch === epoch;
}
