import { describe, expect, it } from 'vitest';
import { savingPercent } from './membership-offer.ts';

const single = { classes: 1, pricePerClass: 24, signUpOnly: false };
const signUp = { classes: 1, pricePerClass: 14, signUpOnly: true };

describe('savingPercent', () => {
  it('compares with the Single Class, not with the Sign Up Class', () => {
    expect(savingPercent(15, [signUp, single])).toBe(38);
  });
  it('claims nothing without a single class to compare with', () => {
    expect(savingPercent(15, [signUp])).toBeNull();
    expect(savingPercent(15, undefined)).toBeNull();
  });
  it('claims nothing when there is no saving', () => {
    expect(savingPercent(24, [single])).toBeNull();
  });
});
