import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { eraseRegistration, receiveRegistration } from './decide.ts';
import { registrationDecider } from './decider.ts';
import type { RegistrationEvent } from './events.ts';

const registrant = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', message: null };
const received: RegistrationEvent = {
  type: 'RegistrationReceived',
  data: { registrationId: 3, memberId: 'registration-3', personal: registrant, at },
};
const erased: RegistrationEvent = {
  type: 'RegistrationErased',
  data: { registrationId: 3, reason: 'member_erased', ofMember: memberId, at },
};
const receive = { registrationId: 3, registrant, now };
const erase = { registrationId: 3, reason: 'member_erased', ofMember: memberId, now } as const;

it('receives a registration once, and never again after its erasure', () => {
  for (const [history, events] of [
    [[], [received]],
    [[received], []],
    [[received, erased], []],
  ] as const) {
    given(registrationDecider, ...history)
      .when((state) => receiveRegistration(state, receive))
      .gives(...events);
  }
});

it('erases a registration once, and only an existing one', () => {
  for (const [history, events] of [
    [[], []],
    [[received], [erased]],
    [[received, erased], []],
  ] as const) {
    given(registrationDecider, ...history)
      .when((state) => eraseRegistration(state, erase))
      .gives(...events);
  }
  expect(given(registrationDecider, received, erased).state).toEqual({ status: 'erased' });
});
