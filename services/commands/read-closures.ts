import { ALL_CLOSURES, type ClosuresState, closureDecider } from '#domain/closure/decider.ts';
import type { CommandDeps } from './define-command.ts';

export const readClosures = async ({ deciders }: CommandDeps): Promise<ClosuresState> =>
  (await deciders.load(closureDecider, ALL_CLOSURES)).state;
