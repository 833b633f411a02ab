import { getReadingKey, type MemberState, READING_LASTS_MS, type Reading } from './decider.ts';
import type { MemberEvent } from './events.ts';

/**
 * Notes that staff open personal data of a member; once an hour for each person, class and kind, so that looking again adds
 * nothing. Of who is no member there is nothing to open.
 */
export function recordPersonalDataRead(
  state: MemberState,
  { memberId, now, ...reading }: Reading & { memberId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active') return [];
  const last = state.readings.get(getReadingKey(reading));
  if (last !== undefined && now.getTime() - Date.parse(last) < READING_LASTS_MS) return [];
  return [{ type: 'PersonalDataRead', data: { memberId, ...reading, at: now.toISOString() } }];
}
