import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { bringMember, eraseBroughtMember, inviteMember } from './decide-import.ts';
import { memberDecider } from './decider.ts';
import type { MemberEvent } from './events.ts';

const importId = 'a'.repeat(24);
const identity = { name: 'Ann Shore', email: 'ann@example.com', phone: '', dateOfBirth: null };
const brought: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, importId, at } };
const signedUp: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const consented: MemberEvent = { type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } };
const invited: MemberEvent = { type: 'MemberInvited', data: { memberId, importId, at } };
const erased: MemberEvent = { type: 'MemberErased', data: { memberId, at } };
const password: MemberEvent = {
  type: 'PasswordChanged',
  data: { memberId, personal: { passwordHash: 'hash' }, at },
};
const verified: MemberEvent = { type: 'EmailVerified', data: { memberId, by: 'sign-in-code', at } };
const about = { memberId, importId, now };

it('creates a member without a password, and with a consent only if the file states it', () => {
  const bring = { ...about, identity, newsletter: false };
  given(memberDecider)
    .when((state) => bringMember(state, bring))
    .gives(brought);
  given(memberDecider)
    .when((state) => bringMember(state, { ...bring, newsletter: true }))
    .gives(brought, consented);
  for (const history of [[brought], [signedUp], [signedUp, erased]])
    given(memberDecider, ...history)
      .when((state) => bringMember(state, bring))
      .gives();
});

it.each([
  ['invited', invited],
  ['who chose a password', password],
  ['who signed in with a code', verified],
])('a member %s is silent no longer, is not invited again and not erased by an undo', (_what, event) => {
  const { state } = given(memberDecider, brought, event);
  expect(state.isSilent).toBe(false);
  expect(inviteMember(state, about)).toEqual([]);
  expect(eraseBroughtMember(state, about)).toEqual([]);
});

it('invites, or erases, a member who came with the import and was never here', () => {
  given(memberDecider, brought)
    .when((state) => inviteMember(state, about))
    .gives(invited);
  given(memberDecider, brought)
    .when((state) => eraseBroughtMember(state, about))
    .gives(erased);
  given(memberDecider, brought)
    .when((state) => eraseBroughtMember(state, { ...about, importId: 'b'.repeat(24) }))
    .gives();
  given(memberDecider, signedUp)
    .when((state) => eraseBroughtMember(state, about))
    .gives();
});
