import { changeHealth as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { HealthAnswers } from '#domain/member/events.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Takes a member's new answers to the health questions. */
export async function changeHealthAnswers(
  { deciders }: CommandDeps,
  { memberId, health }: { memberId: string; health: HealthAnswers },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, change: health, now: context.now }),
  );
  return { position };
}
