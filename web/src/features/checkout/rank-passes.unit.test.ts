import { describe, expect, it } from 'vitest';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { rankPasses } from './rank-passes.ts';

const pass = (name: string, price: number, isPopular = false): CatalogueProduct => ({
  id: price,
  name,
  classes: 1,
  price,
  pricePerClass: price,
  savings: null,
  description: '',
  expiry: '1 month',
  signUpOnly: false,
  isSpecialOffer: false,
  isPopular,
});

const rank = (...passes: CatalogueProduct[]) => {
  const { first, others } = rankPasses(passes);
  return { first: first.map(({ name }) => name), others: others.map(({ name }) => name) };
};

describe('rankPasses', () => {
  it('puts the cheapest and the popular pass first, and the others in order of price', () => {
    expect(rank(pass('10', 200), pass('5', 110, true), pass('Single', 25), pass('3', 69))).toEqual({
      first: ['Single', '5'],
      others: ['3', '10'],
    });
  });

  it('names a pass once that is both', () => {
    expect(rank(pass('Single', 25, true), pass('3', 69))).toEqual({ first: ['Single'], others: ['3'] });
  });

  it('returns no pass without passes', () => {
    expect(rank()).toEqual({ first: [], others: [] });
  });
});
