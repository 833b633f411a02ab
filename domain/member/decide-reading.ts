import { getReadingKey, type MemberState, READING_LASTS_MS, type Reading } from './decider.ts';
import type { MemberEvent } from './events.ts';

/**
 * Records that staff open personal data of a member, at most once an hour for each reader, class and kind. Appends
 * nothing about a person who is not an active member.
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
