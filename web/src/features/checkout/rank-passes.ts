import type { CatalogueProduct } from '#services/contract/catalogue.ts';

interface RankedPasses {
  /** The cheapest, and the popular one. */
  readonly first: readonly CatalogueProduct[];
  /** By price. */
  readonly others: readonly CatalogueProduct[];
}

/** Orders passes for a visitor who wants one class now. */
export const rankPasses = (passes: readonly CatalogueProduct[]): RankedPasses => {
  const byPrice = passes.toSorted((a, b) => a.price - b.price);
  const isFirst = (pass: CatalogueProduct, index: number) => index === 0 || pass.isPopular;
  return {
    first: byPrice.filter(isFirst),
    others: byPrice.filter((pass, index) => !isFirst(pass, index)),
  };
};
