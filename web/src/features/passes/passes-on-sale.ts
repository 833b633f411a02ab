import type { CatalogueProduct } from '#services/contract/catalogue.ts';

interface Buyer {
  readonly hasUsedSignUpClass: boolean;
}

/** Leaves out the Sign Up Class after its use, and the special offer for members who are not eligible. */
export const filterPassesOnSale = (
  catalogue: readonly CatalogueProduct[],
  buyer: Buyer | null,
  isEligibleForOffer: boolean,
): CatalogueProduct[] =>
  catalogue.filter((pass) => {
    if (pass.isSpecialOffer) return isEligibleForOffer;
    return !(pass.signUpOnly && buyer?.hasUsedSignUpClass);
  });
