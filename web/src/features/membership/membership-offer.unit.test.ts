import { describe, expect, it } from 'vitest';
import { membershipPlan } from '../../../../services/contract/membership.ts';
import { membershipOffer, savingPerClass } from './membership-offer.ts';

const single = { classes: 1, pricePerClass: 24, signUpOnly: false };
const signUp = { classes: 1, pricePerClass: 14, signUpOnly: true };

it('offers what the server charges and gives', () => {
  expect(membershipOffer.pounds * 100).toBe(membershipPlan.pricePence);
  expect(membershipOffer.classes).toBe(membershipPlan.passes);
});

describe('savingPerClass', () => {
  it('compares with the Single Class, not with the Sign Up Class', () => {
    expect(savingPerClass(15, [signUp, single])).toEqual({ percent: 38, pounds: 9 });
  });
  it('claims nothing without a single class to compare with', () => {
    expect(savingPerClass(15, [signUp])).toBeNull();
    expect(savingPerClass(15, undefined)).toBeNull();
  });
  it('claims nothing when there is no saving', () => {
    expect(savingPerClass(24, [single])).toBeNull();
  });
});
