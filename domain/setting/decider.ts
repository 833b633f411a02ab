import type { Decider } from '../decider.ts';
import type { SettingEvent } from './events.ts';

export interface SettingState {
  /** null until it is set. */
  readonly setting: { readonly value: string; readonly description: string } | null;
}

export const settingDecider: Decider<SettingState, SettingEvent> = {
  stream: (key) => `setting-${key}`,
  initial: { setting: null },
  evolve: (_state, { data: { value, description } }) => ({ setting: { value, description } }),
};
