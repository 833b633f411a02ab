import type { CatalogueProduct } from '#services/contract/catalogue.ts';

/** A key that changes with the terms of the pass, so that changed terms need a new payment. */
export const toTermsKey = ({ id, price, classes, expiry }: CatalogueProduct): string =>
  `${id} ${price} ${classes} ${expiry}`;
