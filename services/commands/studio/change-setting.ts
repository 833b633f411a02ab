import { changeSetting as decide } from '#domain/setting/decide.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

export async function changeSetting(
  { deciders }: CommandDeps,
  setting: { key: string; value: string; description: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(settingDecider, setting.key, context, (state) =>
    decide(state, { ...setting, now: context.now }),
  );
  return { position };
}
