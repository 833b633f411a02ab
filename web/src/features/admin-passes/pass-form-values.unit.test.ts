import { expect, it } from 'vitest';
import { type AdminPass, proposeValidity } from '#services/contract/admin-passes.ts';
import { formatValidity, hasChangedTerms, newPass, passForm, toFormValues } from './pass-form-values.ts';

const pass: AdminPass = {
  id: 5,
  name: '5 Class Pass',
  classes: 5,
  price: 11_050,
  description: 'Five classes',
  isActive: true,
  isSignUpOnly: false,
  isSpecialOffer: false,
  isPopular: true,
  validity: { unit: 'months', count: 2 },
  sold: 3,
};

const validate = (values: object) =>
  passForm
    .safeParse({ ...newPass, name: 'A pass', price: 10, ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('converts the price to pence and detects changed terms', () => {
  const body = passForm.parse(toFormValues(pass));
  expect(body).toMatchObject({ name: '5 Class Pass', price: 11_050, validity: { unit: 'months', count: 2 } });
  expect(hasChangedTerms(pass, body)).toBe(false);
  expect(hasChangedTerms(pass, { ...body, name: 'Another', isPopular: false })).toBe(false);
  expect(hasChangedTerms(pass, { ...body, price: 12_000 })).toBe(true);
  expect(hasChangedTerms(pass, { ...body, isActive: false })).toBe(true);
});

it('converts pounds to pence without rounding errors', () => {
  expect(
    [14, 19.99, 0.57, 1.1].map((price) => passForm.parse({ ...toFormValues(pass), price }).price),
  ).toEqual([1_400, 1_999, 57, 110]);
});

it('rejects invalid fields with the messages of the spec', () => {
  expect(validate({})).toBeUndefined();
  expect(validate({ name: '  ' })).toEqual([['name', 'Pass name is required']]);
  for (const classes of [0, Number.NaN])
    expect(validate({ classes })).toEqual([['classes', 'Number of classes must be at least 1']]);
  for (const price of [0, -1, Number.NaN])
    expect(validate({ price })).toEqual([['price', 'Price must be greater than 0']]);
  expect(validate({ price: 0.3 })).toBeUndefined();
  expect(validate({ price: 0.29 })).toEqual([
    ['price', 'Cards cannot be charged less than £0.30, so nobody could buy it at this price'],
  ]);
  expect(validate({ price: 10_000.01 })).toEqual([['price', 'Price must be at most £10,000']]);
  expect(validate({ validity: { unit: 'months', count: 25 } })).toEqual([
    ['validity', 'A pass lasts at most 24 months'],
  ]);
});

it.each([
  [1, '2 weeks'],
  [2, '2 weeks'],
  [3, '1 month'],
  [4, '1 month'],
  [5, '2 months'],
  [8, '2 months'],
  [10, '3 months'],
  [20, '6 months'],
  [50, '6 months'],
])('proposes for %i classes a validity of %s', (classes, text) => {
  expect(formatValidity(proposeValidity(classes, false))).toBe(text);
});

it('proposes a validity of one week for a sign-up pass', () => {
  expect(formatValidity(proposeValidity(1, true))).toBe('1 week');
});
