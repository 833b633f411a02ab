import { expect, it } from 'vitest';
import { settingBody, settingKeys, settingRules } from '#services/contract/settings.ts';
import { formatSettingRange, formatSettingValue, toFieldText, toSettingValue } from './format-setting.ts';

it('formats a value with its unit', () => {
  expect(formatSettingValue('membership_availability', 'closed')).toBe('closed');
  expect(formatSettingValue('priority_booking_hours', '1')).toBe('1 hour');
  expect(formatSettingValue('special_offer_days', '7')).toBe('7 days');
  expect(formatSettingValue('retention_years', '7')).toBe('7 years');
  expect(formatSettingValue('instructor_fee_pence', '3050')).toBe('£30.50');
  // An old event can hold a value from before its rule existed.
  expect(formatSettingValue('special_offer_days', 'a week')).toBe('a week');
});

it('formats the range and the default', () => {
  expect(formatSettingRange('membership_availability')).toBe(
    'Either open or closed. Until changed it is open.',
  );
  expect(formatSettingRange('priority_booking_hours')).toBe(
    'From 0 hours to 24 hours. Until changed it is 12 hours.',
  );
  expect(formatSettingRange('retention_years')).toBe('From 2 years to 7 years. Until changed it is 7 years.');
  expect(formatSettingRange('instructor_fee_pence')).toBe(
    'From £0.00 to £1,000.00. Until changed it is £30.00.',
  );
});

it('converts an amount in pounds to pence', () => {
  expect(toFieldText('instructor_fee_pence', '3050')).toBe('30.50');
  expect(['30.50', ' £30.5 ', '30', '0'].map((text) => toSettingValue('instructor_fee_pence', text))).toEqual(
    ['3050', '3050', '3000', '0'],
  );
  expect(toSettingValue('instructor_fee_pence', '30.505')).toBe('30.505');
  expect(toSettingValue('special_offer_days', ' 7 ')).toBe('7');
});

it('accepts a retention of 2 to 7 years only', () => {
  const isAccepted = (value: string) => settingBody.safeParse({ key: 'retention_years', value }).success;
  expect(['1', '2', '7', '8'].map(isAccepted)).toEqual([false, true, true, false]);
});

it.each(settingKeys)('converts the default of %s to field text and back to a valid value', (key) => {
  const { default: value } = settingRules[key];
  expect(toSettingValue(key, toFieldText(key, value))).toBe(value);
  expect(settingBody.safeParse({ key, value }).success).toBe(true);
});
