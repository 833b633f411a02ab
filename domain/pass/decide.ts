import { chargeablePence, formatPounds } from '../money.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { PassState } from './decider.ts';
import type { Offer, PassDetails, PassEvent } from './events.ts';

export type PassInput = Omit<PassDetails, 'passId'>;

/** @throws InvalidInput for a price that the card provider would refuse to charge */
function assertChargeable(pricePence: number): void {
  const { least, most } = chargeablePence;
  if (pricePence >= least && pricePence <= most) return;
  const message = `Cards can be charged from ${formatPounds(least)} to ${formatPounds(most)}, so nobody could buy it at this price`;
  throw new InvalidInput([{ path: 'price', message }]);
}

/** Appends nothing for an id that is or was in use. @throws InvalidInput */
export function createPass(state: PassState, { now, ...details }: PassDetails & { now: Date }): PassEvent[] {
  assertChargeable(details.pricePence);
  if (state.pass !== null || state.isRemoved) return [];
  return [{ type: 'PassCreated', data: { ...details, at: now.toISOString() } }];
}

function samePass(a: PassDetails, b: PassDetails): boolean {
  return (
    a.name === b.name &&
    a.classes === b.classes &&
    a.pricePence === b.pricePence &&
    a.description === b.description &&
    a.validity.unit === b.validity.unit &&
    a.validity.count === b.validity.count &&
    a.offer === b.offer &&
    a.isActive === b.isActive &&
    a.isPopular === b.isPopular
  );
}

/** Returns the pass, on sale or not. @throws Refusal PASS_NOT_FOUND */
export function requirePass({ pass }: PassState): PassDetails {
  if (pass === null) throw new Refusal('PASS_NOT_FOUND');
  return pass;
}

/**
 * Chooses the offer of a pass from the staff's choice of sign-up-only. The special pass keeps its offer, since
 * nothing could make it special again.
 * @throws InvalidInput
 */
export function chooseOffer(current: Offer | null, isSignUpOnly: boolean): Offer | null {
  if (current !== 'special') return isSignUpOnly ? 'sign_up' : null;
  if (!isSignUpOnly) return current;
  const message = 'The special pass has an offer of its own, so it cannot be sign-up-only';
  throw new InvalidInput([{ path: 'isSignUpOnly', message }]);
}

/**
 * Leaves sold passes alone: lots and payments have their own copy. A price from before the limits may stay, so that such a pass can
 * be taken off sale.
 * @throws Refusal PASS_NOT_FOUND; InvalidInput
 */
export function changePass(state: PassState, { now, ...input }: PassInput & { now: Date }): PassEvent[] {
  const pass = requirePass(state);
  const details: PassDetails = { passId: pass.passId, ...input };
  if (samePass(details, pass)) return [];
  if (details.pricePence !== pass.pricePence) assertChargeable(details.pricePence);
  return [{ type: 'PassChanged', data: { ...details, at: now.toISOString() } }];
}

/** @throws Refusal PASS_NOT_FOUND */
export function removePass(state: PassState, { now }: { now: Date }): PassEvent[] {
  if (state.isRemoved) return [];
  return [{ type: 'PassRemoved', data: { passId: requirePass(state).passId, at: now.toISOString() } }];
}

/** Returns the pass if it is on sale. @throws Refusal PASS_NOT_FOUND, PASS_NOT_ON_SALE */
export function requirePassOnSale(state: PassState): PassDetails {
  const pass = requirePass(state);
  if (!pass.isActive) throw new Refusal('PASS_NOT_ON_SALE');
  return pass;
}
