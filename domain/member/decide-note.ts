import type { MemberState } from './decider.ts';
import type { MemberEvent } from './events.ts';

/** Adds a note by staff, once for each id. Appends nothing about a person who is not an active member. */
export function addNote(
  state: MemberState,
  { memberId, noteId, text, now }: { memberId: string; noteId: string; text: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.noteIds.has(noteId)) return [];
  return [{ type: 'NoteAdded', data: { memberId, noteId, personal: { text }, at: now.toISOString() } }];
}
