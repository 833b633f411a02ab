import { expect, it } from 'vitest';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { filterPassesOnSale } from './passes-on-sale.ts';

const pass = (name: string, changes: Partial<CatalogueProduct> = {}): CatalogueProduct => ({
  id: 1,
  name,
  classes: 1,
  price: 14,
  pricePerClass: 14,
  savings: null,
  description: '',
  expiry: '1 week',
  signUpOnly: false,
  isSpecialOffer: false,
  isPopular: false,
  ...changes,
});
const catalogue = [
  pass('Sign Up Class', { signUpOnly: true }),
  pass('Special 3 Class Pass', { isSpecialOffer: true }),
  pass('Single Class'),
];
const names = (buyer: { hasUsedSignUpClass: boolean } | null, eligible = false) =>
  filterPassesOnSale(catalogue, buyer, eligible).map(({ name }) => name);

it('lists the Sign Up Class until it is used, and the special offer only for eligible members', () => {
  expect(names(null)).toEqual(['Sign Up Class', 'Single Class']);
  expect(names({ hasUsedSignUpClass: false })).toEqual(['Sign Up Class', 'Single Class']);
  expect(names({ hasUsedSignUpClass: true })).toEqual(['Single Class']);
  expect(names({ hasUsedSignUpClass: true }, true)).toEqual(['Special 3 Class Pass', 'Single Class']);
});
