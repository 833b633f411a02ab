import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { chooseOffer, changePass as decide, type PassInput, requirePass } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getPassFacts } from './get-pass-facts.ts';

export interface PassChangeInput extends Omit<PassInput, 'offer' | 'validity'> {
  readonly passId: number;
  readonly isSignUpOnly: boolean;
  /** null keeps the current one. */
  readonly validity: PassInput['validity'] | null;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
}

/**
 * Changes a product of the catalogue. Sold passes and payments in progress keep their own terms.
 * @throws Refusal PASS_NOT_FOUND, CHANGED_SINCE; InvalidInput when the special pass would become sign-up-only
 */
export const changePass = defineCommand(
  'change-pass',
  async (
    { deciders }: CommandDeps,
    { passId, isSignUpOnly, validity, expected, ...input }: PassChangeInput,
    context,
  ) => {
    const { position } = await deciders.handle(passDecider, String(passId), context, (state) => {
      const current = requirePass(state);
      const events = decide(state, {
        ...input,
        offer: chooseOffer(current.offer, isSignUpOnly),
        validity: validity ?? current.validity,
        now: context.now,
      });
      return guardEvents(events, expected, () => getPassFacts(state));
    });
    return { position };
  },
);
