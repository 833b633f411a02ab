import { chooseNotifications as decide, type NotificationChoices } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Turns kinds of notification on or off for a channel, and returns those that the member does not want. */
export const chooseNotifications = defineCommand(
  'choose-notifications',
  async (
    { deciders }: CommandDeps,
    { memberId, choices }: { memberId: string; choices: NotificationChoices },
    context,
  ) => {
    const { position, state } = await deciders.handle(memberDecider, memberId, context, (before) =>
      decide(before, { memberId, choices, now: context.now }),
    );
    return { position, unwanted: state.unwanted };
  },
);
