import { expect, it } from 'vitest';
import { type AdminPass, proposedValidity } from '../../../../services/contract/admin-passes.ts';
import { changesTerms, formOf, newPass, passForm, validityText } from './pass-form-values.ts';

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

const complaints = (values: object) =>
  passForm
    .safeParse({ ...newPass, name: 'A pass', price: 10, ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('sends what is there as it is, its price in pence', () => {
  const body = passForm.parse(formOf(pass));
  expect(body).toMatchObject({ name: '5 Class Pass', price: 11_050, validity: { unit: 'months', count: 2 } });
  expect(changesTerms(pass, body)).toBe(false);
  expect(changesTerms(pass, { ...body, name: 'Another', isPopular: false })).toBe(false);
  expect(changesTerms(pass, { ...body, price: 12_000 })).toBe(true);
  expect(changesTerms(pass, { ...body, isActive: false })).toBe(true);
});

it('takes pounds to the penny', () => {
  expect([14, 19.99, 0.29, 1.1].map((price) => passForm.parse({ ...formOf(pass), price }).price)).toEqual([
    1_400, 1_999, 29, 110,
  ]);
});

it('refuses in the words of the spec', () => {
  expect(complaints({})).toBeUndefined();
  expect(complaints({ name: '  ' })).toEqual([['name', 'Pass name is required']]);
  for (const classes of [0, Number.NaN])
    expect(complaints({ classes })).toEqual([['classes', 'Number of classes must be at least 1']]);
  for (const price of [0, -1, Number.NaN])
    expect(complaints({ price })).toEqual([['price', 'Price must be greater than 0']]);
  expect(complaints({ validity: { unit: 'months', count: 25 } })).toEqual([
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
])('proposes for %i classes what the table has: %s', (classes, text) => {
  expect(validityText(proposedValidity(classes, false))).toBe(text);
});

it('proposes a week for a sign-up pass', () => {
  expect(validityText(proposedValidity(1, true))).toBe('1 week');
});
