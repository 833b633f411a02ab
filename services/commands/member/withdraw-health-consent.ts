import { changeConsent } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Withdraws the consent to the storing of health answers, which removes them from every read model. */
export const withdrawHealthConsent = defineCommand(
  'withdraw-health-consent',
  async ({ deciders }: CommandDeps, { memberId }: { memberId: string }, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      changeConsent(state, { memberId, consent: 'health', given: false, now: context.now }),
    );
    return { position };
  },
);
