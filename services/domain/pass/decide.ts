import { Refusal } from '../refusal.ts';
import type { PassState } from './decider.ts';
import type { PassDetails, PassEvent } from './events.ts';

export type PassInput = Omit<PassDetails, 'passId'>;

/** The same id a second time adds nothing. */
export function createPass(state: PassState, { now, ...details }: PassDetails & { now: Date }): PassEvent[] {
  if (state.pass !== null || state.removed) return [];
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

/** Never touches what was sold: lots and payments keep their own copy. @throws Refusal PASS_NOT_FOUND */
export function changePass(state: PassState, { now, ...input }: PassInput & { now: Date }): PassEvent[] {
  if (state.pass === null) throw new Refusal('PASS_NOT_FOUND');
  const details: PassDetails = { passId: state.pass.passId, ...input };
  if (samePass(details, state.pass)) return [];
  return [{ type: 'PassChanged', data: { ...details, at: now.toISOString() } }];
}

/** @throws Refusal PASS_NOT_FOUND */
export function removePass(state: PassState, { now }: { now: Date }): PassEvent[] {
  if (state.removed) return [];
  if (state.pass === null) throw new Refusal('PASS_NOT_FOUND');
  return [{ type: 'PassRemoved', data: { passId: state.pass.passId, at: now.toISOString() } }];
}

/** The pass as it is sold now. @throws Refusal PASS_NOT_FOUND, PASS_NOT_ON_SALE */
export function passOnSale(state: PassState): PassDetails {
  if (state.pass === null) throw new Refusal('PASS_NOT_FOUND');
  if (!state.pass.isActive) throw new Refusal('PASS_NOT_ON_SALE');
  return state.pass;
}
