import { changeSetting as decide } from '#domain/setting/decide.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export const changeSetting = defineCommand(
  'change-setting',
  async (
    { deciders }: CommandDeps,
    setting: { key: string; value: string; description: string },
    context,
  ) => {
    const { position } = await deciders.handle(settingDecider, setting.key, context, (state) =>
      decide(state, { ...setting, now: context.now }),
    );
    return { position };
  },
);
