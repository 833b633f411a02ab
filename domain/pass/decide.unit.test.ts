import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { changePass, chooseOffer, createPass, removePass, requirePassOnSale } from './decide.ts';
import { passDecider } from './decider.ts';
import type { PassDetails, PassEvent } from './events.ts';

const { passId, ...input } = {
  passId: 5,
  name: '5 Class Pass',
  classes: 5,
  pricePence: 11_000,
  description: 'Five classes',
  validity: { unit: 'months', count: 2 },
  offer: null,
  isActive: true,
  isPopular: false,
} satisfies PassDetails;
const created: PassEvent = { type: 'PassCreated', data: { passId, ...input, at } };
const removed: PassEvent = { type: 'PassRemoved', data: { passId, at } };

it('creates a pass once, and never reuses a removed id', () => {
  const when = (...history: PassEvent[]) =>
    given(passDecider, ...history).when((state) => createPass(state, { passId, ...input, now }));
  when().gives(created);
  when(created).gives();
  when(created, removed).gives();
});

it('changes a pass when something changes', () => {
  const when = (changes: Partial<PassDetails>, ...history: PassEvent[]) =>
    given(passDecider, ...history).when((state) => changePass(state, { ...input, ...changes, now }));
  when({ pricePence: 12_000 }, created).gives({
    type: 'PassChanged',
    data: { passId, ...input, pricePence: 12_000, at },
  });
  const validity = { unit: 'weeks', count: 2 } as const;
  when({ validity }, created).gives({ type: 'PassChanged', data: { passId, ...input, validity, at } });
  when({}, created).gives();
  when({}).refuses('PASS_NOT_FOUND');
});

it('refuses a price that cards cannot be charged, and keeps an earlier one', () => {
  for (const pricePence of [0, 29, 100_000_000]) {
    const details = { ...input, pricePence };
    const refused = /Cards can be charged from £0\.30 to £999,999\.99/;
    const create = () => createPass(passDecider.initial, { passId, ...details, now });
    const change = () => changePass({ pass: { passId, ...input }, isRemoved: false }, { ...details, now });
    expect(create).toThrow(refused);
    expect(change).toThrow(refused);
  }
  const cheap: PassEvent = { type: 'PassCreated', data: { passId, ...input, pricePence: 20, at } };
  given(passDecider, cheap)
    .when((state) => changePass(state, { ...input, pricePence: 20, isActive: false, now }))
    .gives({ type: 'PassChanged', data: { passId, ...input, pricePence: 20, isActive: false, at } });
});

it('removes a pass once', () => {
  const when = (...history: PassEvent[]) =>
    given(passDecider, ...history).when((state) => removePass(state, { now }));
  when(created).gives(removed);
  when(created, removed).gives();
  when().refuses('PASS_NOT_FOUND');
});

it('follows the staff’s choice of sign-up-only, and keeps the special pass special', () => {
  expect([chooseOffer(null, true), chooseOffer('sign_up', true)]).toEqual(['sign_up', 'sign_up']);
  expect([chooseOffer(null, false), chooseOffer('sign_up', false)]).toEqual([null, null]);
  expect(chooseOffer('special', false)).toBe('special');
  expect(() => chooseOffer('special', true)).toThrow('cannot be sign-up-only');
});

describe('requirePassOnSale', () => {
  const whenAsked = (...history: PassEvent[]) =>
    given(passDecider, ...history).when((state) => {
      requirePassOnSale(state);
      return [];
    });
  it('returns an active pass only', () => {
    expect(requirePassOnSale(given(passDecider, created).state)).toEqual({ passId, ...input });
    whenAsked().refuses('PASS_NOT_FOUND');
    whenAsked(created, removed).refuses('PASS_NOT_FOUND');
    whenAsked({ type: 'PassCreated', data: { passId, ...input, isActive: false, at } }).refuses(
      'PASS_NOT_ON_SALE',
    );
  });
});
