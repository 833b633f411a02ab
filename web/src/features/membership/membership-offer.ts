/** The monthly membership (spec 000 section 9); the price in pounds. */
export const membershipOffer = { pounds: 180, classes: 12 } as const;

type Priced = { readonly classes: number; readonly pricePerClass: number; readonly signUpOnly: boolean };

interface Saving {
  readonly percent: number;
  readonly pounds: number;
}

/**
 * How much less a class costs than with a Single Class pass, in whole percent and in pounds; null while the catalogue
 * is on its way or has no single class to compare with.
 */
export function savingPerClass(perClass: number, passes: readonly Priced[] | undefined): Saving | null {
  const single = passes?.find((pass) => pass.classes === 1 && !pass.signUpOnly);
  if (!single || single.pricePerClass <= perClass) return null;
  const pounds = single.pricePerClass - perClass;
  return { percent: Math.round((pounds / single.pricePerClass) * 100), pounds };
}
