/** The monthly membership (spec 000 section 9); the price in pounds. */
export const membershipOffer = { pounds: 180, classes: 12 } as const;

type Priced = { readonly classes: number; readonly pricePerClass: number; readonly signUpOnly: boolean };

/**
 * How much less a class costs than with a Single Class pass, in whole percent; null while the catalogue is on its way
 * or has no single class to compare with.
 */
export function savingPercent(perClass: number, passes: readonly Priced[] | undefined): number | null {
  const single = passes?.find((pass) => pass.classes === 1 && !pass.signUpOnly);
  if (!single || single.pricePerClass <= perClass) return null;
  return Math.round((1 - perClass / single.pricePerClass) * 100);
}
