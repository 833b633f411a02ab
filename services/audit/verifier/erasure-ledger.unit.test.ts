import { expect, it } from 'vitest';
import type { Forgotten } from '#domain/event.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '../studio-record.ts';
import { Verifier } from './verifier.ts';

const at = '2026-05-12T09:00:00.000Z';
const later = new Date('2026-09-01T08:00:00.000Z');
const ann: MemberIdentity = { name: 'Ann', email: 'ann@example.org', phone: '07700', dateOfBirth: null };
const gone: Forgotten = { forgotten: true };

const signedUp = (personal: MemberIdentity | Forgotten): StudioEvent => ({
  type: 'MemberSignedUp',
  data: { memberId: 'ann', personal, at },
});
const changed = (personal: MemberIdentity | Forgotten): StudioEvent => ({
  type: 'MemberChanged',
  data: { memberId: 'ann', personal, at },
});
const erased: StudioEvent = { type: 'MemberErased', data: { memberId: 'ann', at } };

function verifierOf(events: readonly (readonly [string, StudioEvent])[], now = later): Verifier {
  const verifier = new Verifier({ now });
  const heads = new Map<string, bigint>();
  for (const [index, [stream, event]] of events.entries()) {
    const revision = heads.get(stream) ?? 0n;
    heads.set(stream, revision + 1n);
    const record: StudioRecord = {
      ...event,
      id: `event-${index}`,
      stream,
      revision,
      position: BigInt(index),
      metadata: { commandId: 'c', actor: { kind: 'system', name: 'test' } },
    };
    verifier.add(record);
  }
  return verifier;
}
const member = (...events: StudioEvent[]) => events.map((event) => ['member-ann', event] as const);
const codes = (events: readonly (readonly [string, StudioEvent])[], now?: Date) =>
  verifierOf(events, now)
    .finish()
    .exceptions.map(({ code, position }) => `${code} at ${position}`);

it('holds while a member is there, and once nothing of them can be read', () => {
  expect(codes(member(signedUp(ann), changed(ann)))).toEqual([]);
  expect(codes(member(signedUp(gone), changed(gone), erased))).toEqual([]);
});

it('names what can be read after an erasure, once that is no longer under way', () => {
  const half = member(signedUp(gone), changed(ann), erased);
  expect(codes(half)).toEqual(['ERASED_DATA_READABLE at 2']);
  expect(codes(half, new Date('2026-05-12T09:10:00.000Z'))).toEqual([]);
});

it('names what is sealed for someone who was erased', () => {
  expect(codes(member(signedUp(gone), erased, changed(gone)))).toEqual(['SEALED_AFTER_ERASURE at 2']);
});

it('names a key that is gone though nobody was erased', () => {
  expect(codes(member(signedUp(gone)))).toEqual(['FORGOTTEN_WITHOUT_ERASURE at 0']);
});

it('says who was erased, with the address that was freed, for Postgres to be searched', () => {
  const verifier = verifierOf([
    ['email-old', { type: 'EmailClaimed', data: { memberId: 'ann', at } }],
    ['email-old', { type: 'EmailReleased', data: { memberId: 'ann', at } }],
    ...member(signedUp(gone), erased),
    ['email-new', { type: 'EmailReleased', data: { memberId: 'ann', at } }],
    [
      'registration-3',
      {
        type: 'RegistrationReceived',
        data: { registrationId: 3, memberId: 'registration-3', personal: gone, at },
      },
    ],
    [
      'registration-3',
      {
        type: 'RegistrationErased',
        data: { registrationId: 3, reason: 'member_erased', ofMember: 'ann', at },
      },
    ],
  ]);
  expect(verifier.erased()).toMatchObject([
    { ownerId: 'ann', kind: 'member', freedEmail: 'new', at },
    { ownerId: 'registration-3', kind: 'registration', freedEmail: null },
  ]);
  expect(verifier.finish().totals.erased).toBe(1);
});
