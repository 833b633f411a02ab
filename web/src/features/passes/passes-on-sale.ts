import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';

interface Buyer {
  readonly hasUsedSignUpClass: boolean;
}

/** The passes to list: the Sign Up Class until it was used, a special offer only for someone who is eligible for it. */
export const passesOnSale = (
  catalogue: readonly CatalogueProduct[],
  buyer: Buyer | null,
  eligibleForOffer: boolean,
): CatalogueProduct[] =>
  catalogue.filter((pass) => {
    if (pass.isSpecialOffer) return eligibleForOffer;
    return !(pass.signUpOnly && buyer?.hasUsedSignUpClass);
  });
