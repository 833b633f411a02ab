/** The monthly membership (spec 000 section 9); the price in pounds. */
export const membershipOffer = { pounds: 180, classes: 12 } as const;

type PricedPass = { readonly classes: number; readonly pricePerClass: number; readonly signUpOnly: boolean };

interface Saving {
  readonly percent: number;
  readonly pounds: number;
}

/**
 * How much less a class costs than with a Single Class pass, in whole percent and in pounds; null while the catalogue
 * loads, and when it has no Single Class or the class is not cheaper.
 */
export function calculateSaving(perClass: number, passes: readonly PricedPass[] | undefined): Saving | null {
  const single = passes?.find((pass) => pass.classes === 1 && !pass.signUpOnly);
  if (!single || single.pricePerClass <= perClass) return null;
  const pounds = single.pricePerClass - perClass;
  return { percent: Math.round((pounds / single.pricePerClass) * 100), pounds };
}
