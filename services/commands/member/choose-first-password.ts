import { resetPassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** The credential epoch of a member who was brought over and has no password. */
const NO_PASSWORD = 0;

/**
 * Sets the first password of a member whom an invitation names, once; the link proves the address too. `makeHash` may refuse the
 * password, then the link stays valid. @throws Refusal INVALID_RESET_LINK
 */
export const chooseFirstPassword = defineCommand(
  'choose-first-password',
  async (
    { deciders }: CommandDeps,
    { memberId, makeHash }: { memberId: string; makeHash: (memberId: string) => Promise<string> },
    context,
  ) => {
    const { now } = context;
    const { state: before } = await deciders.load(memberDecider, memberId);
    if (before.status !== 'active' || before.epoch !== NO_PASSWORD) throw new Refusal('INVALID_RESET_LINK');
    const change = { passwordHash: await makeHash(memberId) };
    const { state, events, position } = await deciders.handle(memberDecider, memberId, context, (current) =>
      decide(current, { memberId, change, epoch: NO_PASSWORD, now }),
    );
    if (events.length === 0) throw new Refusal('INVALID_RESET_LINK');
    return { memberId, epoch: state.epoch, position };
  },
);
