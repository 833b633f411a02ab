import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { members } from './project.ts';
import { users } from './tables.ts';

const at = '2026-03-02T10:00:00.000Z';
const memberId = 'm';
const identity = {
  name: 'Ada Lane',
  email: 'Ada@example.test',
  phone: '07000 000000',
  dateOfBirth: '1990-01-31',
};
const health = {
  onMedication: true,
  medicationDetails: 'daily',
  hasInjuries: false,
  injuryDetails: null,
  isPregnantOrPostpartum: true,
  painfulMovements: false,
  painfulMovementDetails: null,
  okWithHandsOnCorrections: false,
};
const forgotten = { forgotten: true } as const;

function userAfter(events: readonly StudioEvent[]) {
  const recorder = new Recorder();
  return projectAll(
    members,
    events.map((event) => ({
      ...recorder.record('member-m', event),
      ...('personal' in event.data ? { sealed: `v1.${event.type}` } : {}),
    })),
  ).only(users);
}

const signedUp: StudioEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const answered: StudioEvent = { type: 'HealthAnswersChanged', data: { memberId, personal: health, at } };
const password: StudioEvent = {
  type: 'PasswordChanged',
  data: { memberId, personal: { passwordHash: 'hash' }, at },
};
const erased: StudioEvent = { type: 'MemberErased', data: { memberId, at: '2026-04-01T00:00:00.000Z' } };

test('a member has the details and password from the events, and health answers only sealed', () => {
  expect(userAfter([signedUp, answered, password])).toMatchObject({
    id: 'm',
    name: 'Ada Lane',
    email: 'Ada@example.test',
    date_of_birth: '1990-01-31',
    password: 'hash',
    health_sealed: 'v1.HealthAnswersChanged',
    on_medication: null,
    medication_details: null,
    is_pregnant_or_postpartum: null,
    passes: 0,
  });
  expect(userAfter([signedUp]).health_sealed).toBeNull();
});

test('a member is found by keys of name, email and phone, and the phone stays as it was written', () => {
  const personal = { ...identity, name: 'Zoë O’Brien-Lane', phone: '(07700) 900-123' };
  expect(userAfter([{ type: 'MemberSignedUp', data: { memberId, personal, at } }])).toMatchObject({
    name: 'Zoë O’Brien-Lane',
    phone: '(07700) 900-123',
    phone_e164: '+447700900123',
    search_text: 'zoeobrienlane\nada@example.test\nada@example.test\n(07700)900123\n447700900123',
  });
});

test('an erased member has the same row when projected with or without the key', () => {
  const live = userAfter([signedUp, answered, password, erased]);
  const rebuilt = userAfter([
    { type: 'MemberSignedUp', data: { memberId, personal: forgotten, at } },
    { type: 'HealthAnswersChanged', data: { memberId, personal: forgotten, at } },
    { type: 'PasswordChanged', data: { memberId, personal: forgotten, at } },
    erased,
  ]);
  expect(rebuilt).toEqual(live);
  expect(live).toMatchObject({ id: 'm', name: null, email: null, phone: null, password: null });
  expect(live).toMatchObject({ phone_e164: null, search_text: null });
  expect(live.health_sealed).toBeNull();
  expect(live.erased_at).toBe('2026-04-01T00:00:00.000Z');
});

test('counts the available passes of the wallet', () => {
  const history = new StudioHistory();
  const events = [
    ...history.member('m', 10),
    ...history.booking('m', 1),
    ...history.booking('m', 2, 'cancelled'),
    ...history.booking('m', 3, 'unfinished'),
  ];
  expect(projectAll(members, events).only(users).passes).toBe(8);
});

test('restores the passes revoked by a refund that failed', () => {
  const recorder = new Recorder();
  const events = new StudioHistory(recorder).member('m', 10);
  const back = { memberId: 'm', lotId: 'lot-m', at };
  events.push(
    recorder.record('wallet-m', {
      type: 'LotRevoked',
      data: { ...back, passes: 4, demanded: 4, reason: 'refund' },
    }),
  );
  expect(projectAll(members, events).only(users).passes).toBe(6);
  events.push(
    recorder.record('wallet-m', {
      type: 'LotRestored',
      data: { ...back, passes: 3, demanded: 1, reason: 'refund_failed' },
    }),
  );
  expect(projectAll(members, events).only(users).passes).toBe(9);
});

test('marks one-time offers as used', () => {
  const granted = (offer: 'sign_up' | 'special'): StudioEvent => ({
    type: 'LotGranted',
    data: {
      memberId,
      lotId: offer,
      kind: 'purchase',
      passName: offer,
      passes: 1,
      pricePence: 1_400,
      expiresAt: at,
      passId: 1,
      paymentIntentId: 'pi_1',
      offer,
      at,
    },
  });
  expect(userAfter([signedUp])).toMatchObject({
    has_used_sign_up_class: false,
    has_used_new_user_discount: false,
  });
  expect(userAfter([signedUp, granted('sign_up')])).toMatchObject({
    has_used_sign_up_class: true,
    has_used_new_user_discount: false,
  });
  expect(userAfter([signedUp, granted('special')]).has_used_new_user_discount).toBe(true);
});

test('notes when the first class was booked with a Sign Up Class', () => {
  const lot = (lotId: string, offer: 'sign_up' | null): StudioEvent => ({
    type: 'LotGranted',
    data: {
      memberId,
      lotId,
      kind: 'purchase',
      passName: 'A pass',
      passes: 1,
      pricePence: 1_400,
      expiresAt: at,
      passId: 1,
      paymentIntentId: 'pi_1',
      offer,
      at,
    },
  });
  const spent = (lotId: string, spentAt: string): StudioEvent => ({
    type: 'PassSpent',
    data: { memberId, lotId, bookingId: 1, classId: 1, at: spentAt },
  });
  const [first, second] = ['2026-03-03T10:00:00.000Z', '2026-03-04T10:00:00.000Z'];
  const granted = [signedUp, lot('other', null), lot('sign-up', 'sign_up')];
  expect(userAfter([...granted, spent('other', first)]).special_offer_eligible_since).toBeNull();
  expect(
    userAfter([...granted, spent('sign-up', first), spent('sign-up', second)]).special_offer_eligible_since,
  ).toBe(first);
});
