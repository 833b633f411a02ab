import { expect, it } from 'vitest';
import type { Forgotten } from '#domain/event.ts';
import type { MemberIdentity } from '#domain/member/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '../studio-record.ts';
import { Verifier } from './verifier.ts';

const at = '2026-05-12T09:00:00.000Z';
const later = new Date('2026-09-01T08:00:00.000Z');
const ann: MemberIdentity = { name: 'Ann', email: 'ann@example.org', phone: '07700', dateOfBirth: null };
const forgotten: Forgotten = { forgotten: true };

const signedUp = (personal: MemberIdentity | Forgotten): StudioEvent => ({
  type: 'MemberSignedUp',
  data: { memberId: 'ann', personal, at },
});
const changed = (personal: MemberIdentity | Forgotten): StudioEvent => ({
  type: 'MemberChanged',
  data: { memberId: 'ann', personal, at },
});
const erased: StudioEvent = { type: 'MemberErased', data: { memberId: 'ann', at } };

function replay(events: readonly (readonly [string, StudioEvent])[], now = later): Verifier {
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
const inMemberStream = (...events: StudioEvent[]) => events.map((event) => ['member-ann', event] as const);
const findCodes = (events: readonly (readonly [string, StudioEvent])[], now?: Date) =>
  replay(events, now)
    .finish()
    .exceptions.map(({ code, position }) => `${code} at ${position}`);

it('finds nothing for a readable member, and for an erased member without readable events', () => {
  expect(findCodes(inMemberStream(signedUp(ann), changed(ann)))).toEqual([]);
  expect(findCodes(inMemberStream(signedUp(forgotten), changed(forgotten), erased))).toEqual([]);
});

it('reports a readable event of an erased member once the erasure is no longer under way', () => {
  const half = inMemberStream(signedUp(forgotten), changed(ann), erased);
  expect(findCodes(half)).toEqual(['ERASED_DATA_READABLE at 2']);
  expect(findCodes(half, new Date('2026-05-12T09:10:00.000Z'))).toEqual([]);
});

it('reports an event that is sealed after the erasure', () => {
  expect(findCodes(inMemberStream(signedUp(forgotten), erased, changed(forgotten)))).toEqual([
    'SEALED_AFTER_ERASURE at 2',
  ]);
});

it('reports an unreadable event without an erasure', () => {
  expect(findCodes(inMemberStream(signedUp(forgotten)))).toEqual(['FORGOTTEN_WITHOUT_ERASURE at 0']);
});

it('lists the erased owners with the hash of the released email address', () => {
  const verifier = replay([
    ['email-old', { type: 'EmailClaimed', data: { memberId: 'ann', at } }],
    ['email-old', { type: 'EmailReleased', data: { memberId: 'ann', at } }],
    ...inMemberStream(signedUp(forgotten), erased),
    ['email-new', { type: 'EmailReleased', data: { memberId: 'ann', at } }],
    [
      'registration-3',
      {
        type: 'RegistrationReceived',
        data: { registrationId: 3, memberId: 'registration-3', personal: forgotten, at },
      },
    ],
    [
      'registration-3',
      {
        type: 'RegistrationErased',
        data: { registrationId: 3, reason: 'member_erased', ofMember: 'ann', at },
      },
    ],
    [
      'complaint-4',
      {
        type: 'ComplaintReceived',
        data: { complaintId: 4, memberId: 'complaint-4', personal: forgotten, at },
      },
    ],
    ['complaint-4', { type: 'ComplaintErased', data: { complaintId: 4, at } }],
  ]);
  expect(verifier.findErased()).toMatchObject([
    { ownerId: 'ann', kind: 'member', freedEmail: 'new', at },
    { ownerId: 'registration-3', kind: 'registration', freedEmail: null },
    { ownerId: 'complaint-4', kind: 'complaint', freedEmail: null },
  ]);
  expect(verifier.finish().totals.erased).toBe(1);
});
