import { changeConsent as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Gives or withdraws a member's consent to the newsletter. */
export async function changeNewsletterConsent(
  { deciders }: CommandDeps,
  { memberId, given }: { memberId: string; given: boolean },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, consent: 'newsletter', given, now: context.now }),
  );
  return { position };
}
