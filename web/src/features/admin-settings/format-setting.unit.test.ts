import { expect, it } from 'vitest';
import { settingBody, settingKeys, settingRules } from '../../../../services/contract/settings.ts';
import { fieldOf, rangeText, sentValue, valueText } from './format-setting.ts';

it('says a value with its unit', () => {
  expect(valueText('membership_availability', 'closed')).toBe('closed');
  expect(valueText('priority_booking_hours', '1')).toBe('1 hour');
  expect(valueText('special_offer_days', '7')).toBe('7 days');
  expect(valueText('retention_years', '7')).toBe('7 years');
  expect(valueText('instructor_fee_pence', '3050')).toBe('£30.50');
  // Written into a stream before there was a rule for it.
  expect(valueText('special_offer_days', 'a week')).toBe('a week');
});

it('says the range and the default', () => {
  expect(rangeText('membership_availability')).toBe('Either open or closed. Until changed it is open.');
  expect(rangeText('priority_booking_hours')).toBe('From 0 hours to 24 hours. Until changed it is 12 hours.');
  expect(rangeText('retention_years')).toBe('From 2 years to 7 years. Until changed it is 7 years.');
  expect(rangeText('instructor_fee_pence')).toBe('From £0.00 to £1,000.00. Until changed it is £30.00.');
});

it('takes money in pounds and sends pence', () => {
  expect(fieldOf('instructor_fee_pence', '3050')).toBe('30.50');
  expect(['30.50', ' £30.5 ', '30', '0'].map((text) => sentValue('instructor_fee_pence', text))).toEqual([
    '3050',
    '3050',
    '3000',
    '0',
  ]);
  expect(sentValue('instructor_fee_pence', '30.505')).toBe('30.505');
  expect(sentValue('special_offer_days', ' 7 ')).toBe('7');
});

it('takes retention between its two ends only', () => {
  const takes = (value: string) => settingBody.safeParse({ key: 'retention_years', value }).success;
  expect(['1', '2', '7', '8'].map(takes)).toEqual([false, true, true, false]);
});

it.each(settingKeys)('the default of %s is one that the server takes, back and forth', (key) => {
  const { default: value } = settingRules[key];
  expect(sentValue(key, fieldOf(key, value))).toBe(value);
  expect(settingBody.safeParse({ key, value }).success).toBe(true);
});
