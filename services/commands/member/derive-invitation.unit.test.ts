import { addDays } from 'date-fns/addDays';
import { expect, it } from 'vitest';
import { createKeyedHash } from '#infra/crypto/keyed-hash.ts';
import { deriveInvitation, INVITATION_DAYS, readInvitation } from './derive-invitation.ts';

const secret = createKeyedHash(Buffer.alloc(32, 7), 'sign-in-code');
const memberId = 'b7e7f0c4-8d5b-5a57-9b0e-0d8a5e3c9a11';
const invitedAt = new Date('2026-05-12T09:00:00.000Z');
const token = deriveInvitation(secret, memberId, invitedAt);

it('names its member for thirty days', () => {
  expect(readInvitation(secret, token, invitedAt)).toBe(memberId);
  expect(readInvitation(secret, token, addDays(invitedAt, INVITATION_DAYS))).toBe(memberId);
  expect(readInvitation(secret, token, addDays(invitedAt, INVITATION_DAYS + 1))).toBeNull();
});

it('an invitation is the same for a repeated job, and fits into the form of a link', () => {
  expect(deriveInvitation(secret, memberId, invitedAt)).toBe(token);
  expect(token).toMatch(/^[\w.-]{1,200}$/);
});

it('names no one after any change, or with another key', () => {
  const other = createKeyedHash(Buffer.alloc(32, 8), 'sign-in-code');
  const later = token.replace(/\.(\d{13})\./, (_all, until) => `.${Number(until) + 1}.`);
  for (const changed of ['', 'welcome', later, token.replace('b7e7', 'b7e8'), `${token}0`, token.slice(1)])
    expect(readInvitation(secret, changed, invitedAt)).toBeNull();
  expect(readInvitation(other, token, invitedAt)).toBeNull();
});
