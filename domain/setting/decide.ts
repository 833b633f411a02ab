import type { SettingState } from './decider.ts';
import type { SettingEvent } from './events.ts';

/** Sets a setting. Appends nothing when value and description are unchanged. */
export function changeSetting(
  state: SettingState,
  { key, value, description, now }: { key: string; value: string; description: string; now: Date },
): SettingEvent[] {
  if (state.setting?.value === value && state.setting.description === description) return [];
  return [{ type: 'SettingChanged', data: { key, value, description, at: now.toISOString() } }];
}
