import { type ClosedDays, getClosedDays } from '#domain/closure/closed-days.ts';
import { ALL_CLOSURES, type ClosuresState, closureDecider } from '#domain/closure/decider.ts';
import type { CommandDeps } from './define-command.ts';

export const readClosures = async ({ deciders }: CommandDeps): Promise<ClosuresState> =>
  (await deciders.load(closureDecider, ALL_CLOSURES)).state;

export const readClosedDays = async (deps: CommandDeps): Promise<ClosedDays> =>
  getClosedDays(await readClosures(deps));
