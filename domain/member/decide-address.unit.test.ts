import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { changeEmail, clearAddress } from './decide.ts';
import { type MailReport, reportMail } from './decide-address.ts';
import { memberDecider } from './decider.ts';
import { addressFaults, type MemberEvent } from './events.ts';

const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
const signedUp: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const consented: MemberEvent = { type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } };
const withdrawn: MemberEvent = { type: 'ConsentWithdrawn', data: { memberId, consent: 'newsletter', at } };
const cleared: MemberEvent = { type: 'AddressCleared', data: { memberId, by: 'member', at } };
const erased: MemberEvent = { type: 'MemberErased', data: { memberId, at } };
const marked = (fault: (typeof addressFaults)[number]): MemberEvent => ({
  type: 'AddressMarked',
  data: { memberId, fault, at },
});
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const member = (...history: MemberEvent[]) => ({
  reporting: (report: MailReport, happenedAt = now) =>
    given(memberDecider, ...history).when((state) =>
      reportMail(state, { memberId, report, happenedAt, now }),
    ),
});

describe('a report of the mail provider', () => {
  it('of unsubscribing withdraws the consent, and marks nothing', () => {
    member(signedUp, consented).reporting('unsubscribed').gives(withdrawn);
    member(signedUp).reporting('unsubscribed').gives();
    member(signedUp, consented, withdrawn).reporting('unsubscribed').gives();
  });

  it.each(['hard_bounce', 'invalid_email', 'blocked'] as const)('of %s marks the address, once', (fault) => {
    expect(member(signedUp, consented).reporting(fault).gives(marked(fault)).addressFault).toBe(fault);
    for (const known of addressFaults) member(signedUp, marked(known)).reporting(fault).gives();
  });

  it('of spam marks the address, also a marked one, and withdraws the consent', () => {
    member(signedUp, consented).reporting('spam').gives(marked('spam'), withdrawn);
    member(signedUp, marked('hard_bounce')).reporting('spam').gives(marked('spam'));
    member(signedUp, marked('spam')).reporting('spam').gives();
  });

  it('that happened before the consent or the clearing is out of date, however late it comes', () => {
    const before = secondsFromNow(-1);
    member(signedUp, consented).reporting('unsubscribed', before).gives();
    member(signedUp, marked('blocked'), cleared).reporting('blocked', before).gives();
    member(signedUp, consented).reporting('spam', before).gives(marked('spam'));
    // The provider reports whole seconds.
    const sameSecond = new Date(now.getTime() - 999);
    member(signedUp, marked('blocked'), cleared).reporting('blocked', sameSecond).gives(marked('blocked'));
  });

  it('about somebody unknown or erased changes nothing', () => {
    for (const report of ['unsubscribed', ...addressFaults] as const) {
      member().reporting(report).gives();
      member(signedUp, consented, erased).reporting(report).gives();
    }
  });
});

describe('clearing an address', () => {
  it('removes a mark, once', () => {
    const clear = (...history: MemberEvent[]) =>
      given(memberDecider, ...history).when((state) => clearAddress(state, { memberId, by: 'member', now }));
    clear(signedUp, marked('hard_bounce')).gives(cleared);
    clear(signedUp, marked('hard_bounce'), cleared).gives();
    clear(signedUp).gives();
    clear(signedUp, marked('hard_bounce'), erased).gives();
  });

  it('comes with a change of address', () => {
    const change = { ...identity, email: 'ada@shore.example' };
    const events = given(memberDecider, signedUp, marked('hard_bounce')).when((state) =>
      changeEmail(state, { memberId, change, epoch: 0, now }),
    );
    events.gives(
      { type: 'MemberChanged', data: { memberId, personal: change, at } },
      { type: 'CredentialsRevoked', data: { memberId, reason: 'email-changed', at } },
      { type: 'EmailVerified', data: { memberId, by: 'email-change', at } },
      { type: 'AddressCleared', data: { memberId, by: 'email-change', at } },
    );
  });
});
