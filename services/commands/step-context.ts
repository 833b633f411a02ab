import type { CommandContext } from '#infra/event-store/types.ts';

/**
 * The context of one step of a command, which counts as a command of its own, caused by the whole. Event ids derive
 * from the command's id, so each append of a command to one stream needs another id. `parts` names the step and its
 * subject.
 */
export function stepContext(context: CommandContext, ...parts: (string | number)[]): CommandContext {
  return {
    ...context,
    commandId: [context.commandId, ...parts].join('/'),
    causationId: context.commandId,
  };
}
