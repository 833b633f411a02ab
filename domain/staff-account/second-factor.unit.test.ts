import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { type StaffAccountState, staffAccountDecider } from './decider.ts';
import type { StaffAccountEvent } from './events.ts';
import {
  addSecondFactor,
  makeRecoveryCodes,
  removeLostSecondFactor,
  removeOwnSecondFactor,
  spendRecoveryCode,
} from './second-factor.ts';

const staffId = '5d0f8a1e-3c64-4b7a-9f52-7e1a2b3c4d55';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const hashes = ['hash 0', 'hash 1', 'hash 2'];
const invited: StaffAccountEvent = {
  type: 'StaffInvited',
  data: { staffId, role: 'admin', personal: { email: 'ada@example.org' }, at },
};
const joined: StaffAccountEvent = {
  type: 'StaffJoined',
  data: { staffId, personal: { name: 'Ada', passwordHash: 'hash' }, at },
};
const added: StaffAccountEvent = {
  type: 'StaffSecondFactorAdded',
  data: { staffId, personal: { secret }, at },
};
const codesMade: StaffAccountEvent = {
  type: 'StaffRecoveryCodesMade',
  data: { staffId, count: 3, personal: { hashes }, at },
};
const codeUsed = (number: number): StaffAccountEvent => ({
  type: 'StaffRecoveryCodeUsed',
  data: { staffId, number, at },
});
const factorRemoved: StaffAccountEvent = { type: 'StaffSecondFactorRemoved', data: { staffId, at } };
const removed: StaffAccountEvent = { type: 'StaffRemoved', data: { staffId, at } };
const withFactor = [invited, joined, added, codesMade];

const when = (
  decide: (state: StaffAccountState) => StaffAccountEvent[],
  ...history: readonly StaffAccountEvent[]
) => given(staffAccountDecider, ...history).when(decide);

it('adds an app with recovery codes to an active account that has none, in the epoch of the session', () => {
  const add = (epoch: number) => (state: StaffAccountState) =>
    addSecondFactor(state, { staffId, secret, recoveryHashes: hashes, epoch, now });
  when(add(1), invited, joined).gives(added, codesMade);
  when(add(1), ...withFactor).gives();
  when(add(2), ...withFactor).refuses('SECOND_FACTOR_EXISTS');
  when(add(3), ...withFactor, factorRemoved).gives(added, codesMade);
  when(add(1), invited).refuses('STAFF_NOT_FOUND');
  when(add(1), invited, joined, removed).refuses('STAFF_NOT_FOUND');
});

it('raises the credential epoch when a second factor comes or goes, and for no recovery code', () => {
  const epochs = [added, codesMade, codeUsed(1), codesMade, factorRemoved].map((_, index, all) => {
    const { state } = given(staffAccountDecider, invited, joined, ...all.slice(0, index + 1));
    return 'epoch' in state ? state.epoch : null;
  });
  expect(epochs).toEqual([2, 2, 2, 2, 3]);
});

it('replaces all recovery codes of an account with a second factor', () => {
  const make = (state: StaffAccountState) =>
    makeRecoveryCodes(state, { staffId, recoveryHashes: hashes, epoch: 2, now });
  when(make, ...withFactor).gives(codesMade);
  when(make, ...withFactor, factorRemoved).gives();
  when(make, invited, joined).gives();
  when(
    (state) => makeRecoveryCodes(state, { staffId, recoveryHashes: hashes, epoch: 1, now }),
    invited,
    joined,
  ).refuses('SECOND_FACTOR_MISSING');
});

it('uses up a recovery code of the latest set once', () => {
  const use = (codeSet: number, number: number) => (state: StaffAccountState) =>
    spendRecoveryCode(state, { staffId, codeSet, number, now });
  when(use(1, 1), ...withFactor).gives(codeUsed(1));
  when(use(1, 1), ...withFactor, codeUsed(1)).refuses('WRONG_CODE');
  when(use(1, 2), ...withFactor, codeUsed(1)).gives(codeUsed(2));
  when(use(1, 3), ...withFactor).refuses('WRONG_CODE');
  when(use(1, 1), ...withFactor, codesMade).refuses('WRONG_CODE');
  when(use(2, 1), ...withFactor, codeUsed(1), codesMade).gives(codeUsed(1));
  when(use(1, 1), ...withFactor, factorRemoved).refuses('WRONG_CODE');
  when(use(1, 1), ...withFactor, removed).refuses('WRONG_CODE');
});

it('never accepts a recovery code a second time, whatever happens between', () => {
  type Step = 'make' | 'remove' | number;
  const steps = fc.array(
    fc.oneof(fc.constant<Step>('make'), fc.constant<Step>('remove'), fc.integer({ min: 0, max: 3 })),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (taken) => {
      let state: StaffAccountState = given(staffAccountDecider, ...withFactor).state;
      /** Which codes were handed out, used, or replaced: the model. */
      let usable = new Set([0, 1, 2]);
      for (const step of taken) {
        if (state.status !== 'active') throw new Error('The account stays active');
        const { epoch, secondFactor } = state;
        const apply = (events: readonly StaffAccountEvent[]) => {
          state = events.reduce(staffAccountDecider.evolve, state);
        };
        if (step === 'make') {
          apply(
            secondFactor === null
              ? addSecondFactor(state, { staffId, secret, recoveryHashes: hashes, epoch, now })
              : makeRecoveryCodes(state, { staffId, recoveryHashes: hashes, epoch, now }),
          );
          usable = new Set([0, 1, 2]);
        } else if (step === 'remove') {
          if (secondFactor !== null) apply(removeOwnSecondFactor(state, { staffId, epoch, now }));
          usable = new Set();
        } else {
          let isAccepted = true;
          try {
            apply(
              spendRecoveryCode(state, { staffId, codeSet: secondFactor?.codeSet ?? 0, number: step, now }),
            );
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            isAccepted = false;
          }
          expect(isAccepted).toBe(usable.delete(step));
        }
      }
    }),
  );
});

it('a second factor is removed by its owner in the epoch of the session', () => {
  const remove = (epoch: number) => (state: StaffAccountState) =>
    removeOwnSecondFactor(state, { staffId, epoch, now });
  when(remove(2), ...withFactor).gives(factorRemoved);
  when(remove(1), ...withFactor).gives();
  when(remove(1), invited, joined).refuses('SECOND_FACTOR_MISSING');
  when(remove(3), ...withFactor, factorRemoved).refuses('SECOND_FACTOR_MISSING');
  when(remove(2), ...withFactor, removed).refuses('STAFF_NOT_FOUND');
});

it('a lost second factor is removed by another person than its owner', () => {
  const remove = (by: string | null) => (state: StaffAccountState) =>
    removeLostSecondFactor(state, { staffId, by, now });
  when(remove('another'), ...withFactor).gives(factorRemoved);
  when(remove(null), ...withFactor).gives(factorRemoved);
  when(remove(staffId), ...withFactor).refuses('STAFF_SELF');
  when(remove('another'), invited, joined).refuses('SECOND_FACTOR_MISSING');
  when(remove('another'), invited).refuses('STAFF_NOT_FOUND');
  when(remove('another'), ...withFactor, removed).refuses('STAFF_NOT_FOUND');
});
