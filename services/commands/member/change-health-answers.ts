import { changeHealth as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { HealthAnswers } from '#domain/member/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Replaces a member's answers to the health questions. */
export const changeHealthAnswers = defineCommand(
  'change-health-answers',
  async (
    { deciders }: CommandDeps,
    {
      memberId,
      health,
      isConsentAsked,
    }: { memberId: string; health: HealthAnswers; isConsentAsked: boolean },
    context,
  ) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, change: health, isConsentAsked, now: context.now }),
    );
    return { position };
  },
);
