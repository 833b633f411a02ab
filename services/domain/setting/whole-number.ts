import type { SettingState } from './decider.ts';

/** A setting that is a whole number from 0 to `most`; anything else in it means the default. */
export function wholeNumber(
  { setting }: SettingState,
  { most, otherwise }: { most: number; otherwise: number },
): number {
  const text = setting?.value.trim() ?? '';
  const number = /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
  return number <= most ? number : otherwise;
}
