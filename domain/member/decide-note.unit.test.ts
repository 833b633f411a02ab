import { describe, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { addNote } from './decide-note.ts';
import { memberDecider } from './decider.ts';
import type { MemberEvent } from './events.ts';

const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
const member: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const note = (noteId: string): MemberEvent => ({
  type: 'NoteAdded',
  data: { memberId, noteId, personal: { text: 'Prefers the window' }, at: now.toISOString() },
});
const whenNoted = (...history: MemberEvent[]) =>
  given(memberDecider, ...history).when((state) =>
    addNote(state, { memberId, noteId: 'first', text: 'Prefers the window', now }),
  );

describe('a note by staff', () => {
  it('is added once for each id', () => {
    whenNoted(member).gives(note('first'));
    whenNoted(member, note('other')).gives(note('first'));
    whenNoted(member, note('first')).gives();
  });

  it('is not added to an unknown or erased member', () => {
    whenNoted().gives();
    whenNoted(member, { type: 'MemberErased', data: { memberId, at } }).gives();
  });
});
