import { changeConsent as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Gives or withdraws a member's consent to the newsletter. */
export const changeNewsletterConsent = defineCommand(
  'change-newsletter-consent',
  async ({ deciders }: CommandDeps, { memberId, given }: { memberId: string; given: boolean }, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, consent: 'newsletter', given, now: context.now }),
    );
    return { position };
  },
);
