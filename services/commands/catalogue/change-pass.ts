import { chooseOffer, changePass as decide, type PassInput, requirePass } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface PassChangeInput extends Omit<PassInput, 'offer' | 'validity'> {
  readonly passId: number;
  readonly isSignUpOnly: boolean;
  /** null keeps the current one. */
  readonly validity: PassInput['validity'] | null;
}

/**
 * Changes a product of the catalogue. Sold passes and payments in progress keep their own terms.
 * @throws Refusal PASS_NOT_FOUND; InvalidInput when the special pass would become sign-up-only
 */
export const changePass = defineCommand(
  'change-pass',
  async (
    { deciders }: CommandDeps,
    { passId, isSignUpOnly, validity, ...input }: PassChangeInput,
    context,
  ) => {
    const { position } = await deciders.handle(passDecider, String(passId), context, (state) => {
      const current = requirePass(state);
      return decide(state, {
        ...input,
        offer: chooseOffer(current.offer, isSignUpOnly),
        validity: validity ?? current.validity,
        now: context.now,
      });
    });
    return { position };
  },
);
