import { describe, expect, it } from 'vitest';
import { calculateSaving } from './membership-offer.ts';

const single = { classes: 1, pricePerClass: 24, signUpOnly: false };
const signUp = { classes: 1, pricePerClass: 14, signUpOnly: true };

describe('calculateSaving', () => {
  it('compares with the Single Class, not with the Sign Up Class', () => {
    expect(calculateSaving(15, [signUp, single])).toEqual({ percent: 38, pounds: 9 });
  });
  it('returns null without a Single Class to compare with', () => {
    expect(calculateSaving(15, [signUp])).toBeNull();
    expect(calculateSaving(15, undefined)).toBeNull();
  });
  it('returns null when there is no saving', () => {
    expect(calculateSaving(24, [single])).toBeNull();
  });
});
