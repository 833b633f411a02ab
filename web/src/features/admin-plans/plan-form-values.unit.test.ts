import { expect, it } from 'vitest';
import type { AdminPlan } from '#services/contract/plans.ts';
import { createNewPlan, hasChangedTerms, planForm, toFormValues } from './plan-form-values.ts';

const plan: AdminPlan = {
  id: 1,
  name: 'Monthly Membership',
  pricePence: 18_050,
  passes: 12,
  interval: 'month',
  priority: true,
  description: '',
  onSale: true,
  order: 3,
  isRetired: false,
  holders: 3,
  priceChange: null,
};

const validate = (values: object) =>
  planForm
    .safeParse({ ...createNewPlan([]), name: 'Eight', pricePence: 130, ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('converts the price to pence and detects changed terms', () => {
  const body = planForm.parse(toFormValues(plan));
  expect(body).toMatchObject({ name: 'Monthly Membership', pricePence: 18_050, passes: 12 });
  expect(hasChangedTerms(plan, body)).toBe(false);
  expect(hasChangedTerms(plan, { ...body, name: 'Another', order: 9 })).toBe(false);
  expect(hasChangedTerms(plan, { ...body, pricePence: 19_000 })).toBe(true);
  expect(hasChangedTerms(plan, { ...body, interval: '4_weeks' })).toBe(true);
  expect(hasChangedTerms(plan, { ...body, onSale: false })).toBe(true);
});

it('puts a new plan after the others', () => {
  expect(createNewPlan([plan]).order).toBe(4);
  expect(createNewPlan([]).order).toBe(1);
});

it('refuses a plan that cannot be sold', () => {
  expect(validate({})).toBeUndefined();
  expect(validate({ name: ' ' })).toEqual([['name', 'Plan name is required']]);
  expect(validate({ pricePence: 0.29 })).toEqual([
    ['pricePence', 'Cards cannot be charged less than £0.30, so nobody could buy it at this price'],
  ]);
  expect(validate({ pricePence: '' })).toEqual([['pricePence', 'Price must be greater than 0']]);
  expect(validate({ passes: Number.NaN })).toEqual([['passes', 'Number of passes must be at least 1']]);
});
