import type { SettingState } from './decider.ts';

/** Parses a whole number from `least` (0) to `most`; an invalid value means `otherwise`. */
export function parseWholeNumber(
  { setting }: SettingState,
  { least = 0, most, otherwise }: { least?: number; most: number; otherwise: number },
): number {
  const text = setting?.value.trim() ?? '';
  const number = /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
  return number >= least && number <= most ? number : otherwise;
}
