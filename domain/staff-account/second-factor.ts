import { Refusal } from '../refusal.ts';
import type { SecondFactor, StaffAccountState } from './decider.ts';
import type { StaffAccountEvent } from './events.ts';

interface About {
  readonly staffId: string;
  readonly now: Date;
}

/** A session of a credential epoch, which authorises a change. */
interface InEpoch {
  readonly epoch: number;
}

interface RecoveryCodes {
  /** A slow hash of each new recovery code, in the order of their numbers. */
  readonly recoveryHashes: readonly string[];
}

type ActiveAccount = Extract<StaffAccountState, { status: 'active' }>;

/** @throws Refusal STAFF_NOT_FOUND */
function assertActive(state: StaffAccountState): asserts state is ActiveAccount {
  if (state.status !== 'active') throw new Refusal('STAFF_NOT_FOUND');
}

/** @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_MISSING */
function assertSecondFactor(
  state: StaffAccountState,
): asserts state is ActiveAccount & { secondFactor: SecondFactor } {
  assertActive(state);
  if (state.secondFactor === null) throw new Refusal('SECOND_FACTOR_MISSING');
}

const recoveryCodesMade = ({ staffId, recoveryHashes, now }: About & RecoveryCodes): StaffAccountEvent => ({
  type: 'StaffRecoveryCodesMade',
  data: {
    staffId,
    count: recoveryHashes.length,
    personal: { hashes: recoveryHashes },
    at: now.toISOString(),
  },
});

/** Only an admin with a second factor can require one of all admins, so that one can always sign in. @throws Refusal SECOND_FACTOR_FIRST */
export function assertCanRequireSecondFactor(state: StaffAccountState): void {
  if (state.status !== 'active' || state.secondFactor === null) throw new Refusal('SECOND_FACTOR_FIRST');
}

/**
 * Adds an authenticator app with recovery codes, which raises the epoch; the caller has verified the password and a code
 * of the app. Appends nothing when the caller's epoch is over.
 * @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_EXISTS
 */
export function addSecondFactor(
  state: StaffAccountState,
  addition: About & InEpoch & RecoveryCodes & { readonly secret: string },
): StaffAccountEvent[] {
  const { staffId, secret, epoch, now } = addition;
  assertActive(state);
  if (state.epoch !== epoch) return [];
  if (state.secondFactor !== null) throw new Refusal('SECOND_FACTOR_EXISTS');
  return [
    { type: 'StaffSecondFactorAdded', data: { staffId, personal: { secret }, at: now.toISOString() } },
    recoveryCodesMade(addition),
  ];
}

/**
 * Replaces the recovery codes; the caller has verified the password and a code. Appends nothing when the caller's epoch
 * is over. @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_MISSING
 */
export function makeRecoveryCodes(
  state: StaffAccountState,
  making: About & InEpoch & RecoveryCodes,
): StaffAccountEvent[] {
  assertActive(state);
  if (state.epoch !== making.epoch) return [];
  assertSecondFactor(state);
  return [recoveryCodesMade(making)];
}

/** Uses a recovery code of a set up, whose hash the caller has verified. @throws Refusal WRONG_CODE */
export function spendRecoveryCode(
  state: StaffAccountState,
  { staffId, codeSet, number, now }: About & { readonly codeSet: number; readonly number: number },
): StaffAccountEvent[] {
  const factor = state.status === 'active' ? state.secondFactor : null;
  if (factor?.codeSet !== codeSet || !factor.unusedCodes.includes(number)) throw new Refusal('WRONG_CODE');
  return [{ type: 'StaffRecoveryCodeUsed', data: { staffId, number, at: now.toISOString() } }];
}

/**
 * Removes the own second factor, which raises the epoch; the caller has verified the password and a code. Appends
 * nothing when the caller's epoch is over. @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_MISSING
 */
export function removeOwnSecondFactor(
  state: StaffAccountState,
  { staffId, epoch, now }: About & InEpoch,
): StaffAccountEvent[] {
  assertActive(state);
  if (state.epoch !== epoch) return [];
  assertSecondFactor(state);
  return [{ type: 'StaffSecondFactorRemoved', data: { staffId, at: now.toISOString() } }];
}

/**
 * Removes the second factor of a person who has lost it, by another admin or an operator; null for one without an account.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, SECOND_FACTOR_MISSING
 */
export function removeLostSecondFactor(
  state: StaffAccountState,
  { staffId, by, now }: About & { readonly by: string | null },
): StaffAccountEvent[] {
  assertActive(state);
  if (by === staffId) throw new Refusal('STAFF_SELF');
  assertSecondFactor(state);
  return [{ type: 'StaffSecondFactorRemoved', data: { staffId, at: now.toISOString() } }];
}
