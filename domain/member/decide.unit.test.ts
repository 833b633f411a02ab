import { describe, expect, it } from 'vitest';
import { InvalidInput, Refusal } from '../refusal.ts';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import {
  changeConsent,
  changeEmail,
  changeHealth,
  changeIdentity,
  changePassword,
  eraseMember,
  removeRecords,
  resetPassword,
  revokeCredentials,
  type SignUp,
  signUp,
  verifyEmail,
} from './decide.ts';
import { type MemberState, memberDecider } from './decider.ts';
import type { EmailProof, MemberEvent, RevocationReason } from './events.ts';

const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
const health = {
  onMedication: false,
  medicationDetails: null,
  hasInjuries: true,
  injuryDetails: 'left knee',
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  painfulMovementDetails: null,
  okWithHandsOnCorrections: true,
};
const ada: SignUp = {
  memberId,
  identity,
  health,
  passwordHash: '$argon2id$…',
  newsletter: false,
  isHealthConsentAsked: true,
  now,
};
const signedUp: MemberEvent = { type: 'MemberSignedUp', data: { memberId, personal: identity, at } };
const whole: MemberEvent[] = [
  signedUp,
  { type: 'HealthAnswersChanged', data: { memberId, personal: health, at } },
  { type: 'PasswordChanged', data: { memberId, personal: { passwordHash: '$argon2id$…' }, at } },
  { type: 'ConsentGiven', data: { memberId, consent: 'health', at } },
];
const newsletter: MemberEvent = { type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } };

describe('signUp', () => {
  const when = (changes: Partial<SignUp>, ...history: MemberEvent[]) =>
    given(memberDecider, ...history).when((state) => signUp(state, { ...ada, ...changes }));

  it('appends everything in one append, with a consent only if it was given', () => {
    expect(when({}).gives(...whole).status).toBe('active');
    expect([...when({ newsletter: true }).gives(...whole, newsletter).consents]).toEqual([
      'health',
      'newsletter',
    ]);
  });

  it('appends no health answers when they come later', () => {
    when({ health: null }).gives(
      ...whole.filter(({ type }) => type !== 'HealthAnswersChanged' && type !== 'ConsentGiven'),
    );
  });

  it('notes a consent to health that was given by answering', () => {
    const consent: MemberEvent = {
      type: 'ConsentGiven',
      data: { memberId, consent: 'health', by: 'answering', at },
    };
    when({ isHealthConsentAsked: false }).gives(...whole.slice(0, 3), consent);
  });

  it('refuses a member who exists or existed', () => {
    when({}, signedUp).refuses('EMAIL_TAKEN');
    when({}, signedUp, { type: 'MemberErased', data: { memberId, at } }).refuses('EMAIL_TAKEN');
  });

  it.each([
    ['2010-05-12', true],
    ['2010-05-13', false],
    ['2031-01-01', false],
  ])('member born on %s may join on 12 May 2026: %s', (dateOfBirth, may) => {
    const attempt = () => signUp(memberDecider.initial, { ...ada, identity: { ...identity, dateOfBirth } });
    if (may) expect(attempt()).toHaveLength(4);
    else expect(attempt).toThrow(InvalidInput);
  });

  it('keeps no personal data in the state', () => {
    expect(JSON.stringify(given(memberDecider, ...whole).state)).not.toMatch(/Ada|ada@|knee|argon/);
  });
});

it('removes a withdrawn consent', () => {
  const withdrawn: MemberEvent = { type: 'ConsentWithdrawn', data: { memberId, consent: 'newsletter', at } };
  expect(given(memberDecider, ...whole, newsletter, withdrawn).state.consents).toEqual(new Set(['health']));
});

it('withdraws the consent to health of older answers, and gives it again with the next answers', () => {
  const old = whole.filter(({ type }) => type !== 'ConsentGiven');
  const withdrawn: MemberEvent = { type: 'ConsentWithdrawn', data: { memberId, consent: 'health', at } };
  const change = { memberId, change: health, isConsentAsked: true, now };
  const answers: MemberEvent = { type: 'HealthAnswersChanged', data: { memberId, personal: health, at } };
  const withdraw = { memberId, consent: 'health', given: false, now } as const;
  given(memberDecider, ...old)
    .when((state) => changeHealth(state, change))
    .gives(answers);
  given(memberDecider, ...old)
    .when((state) => changeConsent(state, withdraw))
    .gives(withdrawn);
  given(memberDecider, ...old, withdrawn)
    .when((state) => changeConsent(state, withdraw))
    .gives();
  given(memberDecider, ...old, withdrawn)
    .when((state) => changeHealth(state, change))
    .gives({ type: 'ConsentGiven', data: { memberId, consent: 'health', at } }, answers);
});

describe('a change of a member', () => {
  const erased: MemberEvent = { type: 'MemberErased', data: { memberId, at } };
  const renamed = { ...identity, name: 'Ada Pier', dateOfBirth: '1990-05-12' };
  const healed = { ...health, hasInjuries: false, injuryDetails: null };
  const hash = { passwordHash: '$argon2id$another' };

  it('replaces the identity, the health answers or the password as a whole', () => {
    const member = given(memberDecider, ...whole);
    member
      .when((state) => changeIdentity(state, { memberId, change: renamed, epoch: 1, now }))
      .gives({ type: 'MemberChanged', data: { memberId, personal: renamed, at } });
    member
      .when((state) => changeHealth(state, { memberId, change: healed, now }))
      .gives({ type: 'HealthAnswersChanged', data: { memberId, personal: healed, at } });
    member
      .when((state) => changePassword(state, { memberId, change: hash, epoch: 1, now }))
      .gives({ type: 'PasswordChanged', data: { memberId, personal: hash, at } });
  });

  it('refuses an age under 16', () => {
    const { state } = given(memberDecider, ...whole);
    const young = { ...identity, dateOfBirth: '2010-05-13' };
    expect(() => changeIdentity(state, { memberId, change: young, epoch: 1, now })).toThrow(InvalidInput);
  });

  it('appends nothing after the erasure, which happens once', () => {
    given(memberDecider, ...whole)
      .when((state) => eraseMember(state, { memberId, now }))
      .gives(erased);
    for (const history of [[], [...whole, erased]]) {
      const inactive = given(memberDecider, ...history);
      const { epoch } = inactive.state;
      inactive.when((state) => changeIdentity(state, { memberId, change: renamed, epoch, now })).gives();
      inactive.when((state) => changeHealth(state, { memberId, change: healed, now })).gives();
      inactive.when((state) => changePassword(state, { memberId, change: hash, epoch, now })).gives();
      inactive.when((state) => changeEmail(state, { memberId, change: renamed, epoch, now })).gives();
      inactive
        .when((state) => revokeCredentials(state, { memberId, reason: 'signed-out-everywhere', epoch, now }))
        .gives();
      inactive.when((state) => eraseMember(state, { memberId, now })).gives();
    }
  });
});

describe('the credential epoch', () => {
  const hash = { passwordHash: '$argon2id$another' };
  const moved = { ...identity, email: 'ada@pier.example' };
  const revoked = (reason: RevocationReason): MemberEvent => ({
    type: 'CredentialsRevoked',
    data: { memberId, reason, at },
  });
  const password: MemberEvent = { type: 'PasswordChanged', data: { memberId, personal: hash, at } };
  const changed: MemberEvent = { type: 'MemberChanged', data: { memberId, personal: moved, at } };
  const erased: MemberEvent = { type: 'MemberErased', data: { memberId, at } };

  it.each<[string, MemberEvent[], number]>([
    ['a new password', [password], 2],
    ['another address', [changed, revoked('email-changed')], 2],
    ['a sign-out everywhere', [revoked('signed-out-everywhere')], 2],
    ['a cancelled change of address', [revoked('cancelled-email-change')], 2],
    ['an erasure', [erased], 2],
    ['two of them', [password, revoked('signed-out-everywhere')], 3],
    ['another profile', [changed], 1],
    ['a consent', [{ type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } }], 1],
  ])('after %s', (_, events, epoch) => {
    expect(given(memberDecider, ...whole, ...events).state.epoch).toBe(epoch);
  });

  it('ends with the change of address, and decides every change that it authorises', () => {
    const member = given(memberDecider, ...whole);
    const reason = 'signed-out-everywhere';
    member
      .when((state) => changeEmail(state, { memberId, change: moved, epoch: 1, now }))
      .gives(changed, revoked('email-changed'), {
        type: 'EmailVerified',
        data: { memberId, by: 'email-change', at },
      });
    member
      .when((state) => revokeCredentials(state, { memberId, reason, epoch: 1, now }))
      .gives(revoked(reason));
    const later = given(memberDecider, ...whole, revoked(reason));
    later.when((state) => changeEmail(state, { memberId, change: moved, epoch: 1, now })).gives();
    later.when((state) => revokeCredentials(state, { memberId, reason, epoch: 1, now })).gives();
    later.when((state) => changePassword(state, { memberId, change: hash, epoch: 1, now })).gives();
    later.when((state) => changeIdentity(state, { memberId, change: identity, epoch: 1, now })).gives();
  });
});

describe('the proof of an address', () => {
  const proof = (by: EmailProof): MemberEvent => ({ type: 'EmailVerified', data: { memberId, by, at } });
  const hash = { passwordHash: '$argon2id$another' };
  const password: MemberEvent = { type: 'PasswordChanged', data: { memberId, personal: hash, at } };
  const verify = (state: MemberState) => verifyEmail(state, { memberId, by: 'welcome-link', now });
  const reset = (state: MemberState) => resetPassword(state, { memberId, change: hash, epoch: 1, now });

  it('is recorded once, and of an active member only', () => {
    given(memberDecider, ...whole)
      .when(verify)
      .gives(proof('welcome-link'));
    given(memberDecider, ...whole, proof('welcome-link'))
      .when(verify)
      .gives();
    given(memberDecider).when(verify).gives();
    given(memberDecider, ...whole, { type: 'MemberErased', data: { memberId, at } })
      .when(verify)
      .gives();
  });

  it('is a reset by an emailed link too, unless the link is from an earlier epoch', () => {
    given(memberDecider, ...whole)
      .when(reset)
      .gives(password, proof('password-reset'));
    given(memberDecider, ...whole, proof('email-change'))
      .when(reset)
      .gives(password);
    given(memberDecider, ...whole, password)
      .when(reset)
      .gives();
  });

  it('is not a change of password by a signed-in member', () => {
    given(memberDecider, ...whole)
      .when((state) => changePassword(state, { memberId, change: hash, epoch: 1, now }))
      .gives(password);
  });
});

it('removes records once, and only after the erasure', () => {
  const erased: MemberEvent = { type: 'MemberErased', data: { memberId, at } };
  const removed: MemberEvent = { type: 'MemberRecordsRemoved', data: { memberId, at } };
  for (const [history, events] of [
    [[], []],
    [whole, []],
    [[...whole, erased], [removed]],
    [[...whole, erased, removed], []],
  ] as const) {
    given(memberDecider, ...history)
      .when((state) => removeRecords(state, { memberId, now }))
      .gives(...events);
  }
  const removedMember = given(memberDecider, ...whole, erased, removed);
  removedMember.when((state) => eraseMember(state, { memberId, now })).gives();
  expect(() => signUp(removedMember.state, ada)).toThrow(Refusal);
});
