import { expect, it } from 'vitest';
import { openingCatalogue } from '#domain/pass/opening-catalogue.ts';
import { describeProducts } from './describe-products.ts';

const products = openingCatalogue.map(({ passId, validity, ...pass }) => ({
  ...pass,
  id: passId,
  validityUnit: validity.unit,
  validityCount: validity.count,
}));

it('describes prices, savings and expiry as in the table of the spec', () => {
  const rows = describeProducts(products).map(({ name, price, classes, savings, expiry }) => [
    name,
    price,
    classes,
    savings,
    expiry,
  ]);
  expect(rows).toEqual([
    ['Sign Up Class', 14, 1, null, '1 week'],
    ['Special 3 Class Pass', 50, 3, 28, '6 weeks'],
    ['Single Class', 24, 1, null, '2 weeks'],
    ['3 Class Pass', 69, 3, 4, '1 month'],
    ['5 Class Pass', 110, 5, 8, '2 months'],
    ['10 Class Pass', 200, 10, 17, '3 months'],
    ['20 Class Pass', 320, 20, 33, '6 months'],
  ]);
});

it('describes the price per class of each pass', () => {
  expect(describeProducts(products).map(({ pricePerClass }) => pricePerClass)).toEqual([
    14, 16.67, 24, 23, 22, 20, 16,
  ]);
});
