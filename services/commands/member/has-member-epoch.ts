import { memberDecider } from '#domain/member/decider.ts';
import type { CommandDeps } from '../define-command.ts';

/** Whether a member is active and still in this credential epoch, by their own stream: a link never depends on a read model. */
export async function hasMemberEpoch(
  { deciders }: CommandDeps,
  { memberId, epoch }: { memberId: string; epoch: number },
): Promise<boolean> {
  const { state } = await deciders.load(memberDecider, memberId);
  return state.status === 'active' && state.epoch === epoch;
}
