import { type SettingKey, settingRules } from '#services/contract/settings.ts';
import { formatExactPence, toPence, toPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

/** Formats a value with its unit: 'open', '12 hours', '£30.00'. */
export const formatSettingValue = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  const number = Number(value);
  if (rule.kind === 'choice' || !Number.isInteger(number)) return value;
  if (rule.unit === 'pence') return formatExactPence(number);
  const one = { hours: 'hour', days: 'day', years: 'year' }[rule.unit];
  return formatCount(number, one, rule.unit);
};

/** 'From 0 hours to 24 hours. Until changed it is 12 hours.' */
export const formatSettingRange = (key: SettingKey): string => {
  const rule = settingRules[key];
  const range =
    rule.kind === 'choice'
      ? `Either ${rule.choices.join(' or ')}.`
      : `From ${formatSettingValue(key, String(rule.least))} to ${formatSettingValue(key, String(rule.most))}.`;
  return `${range} Until changed it is ${formatSettingValue(key, rule.default)}.`;
};

/** The text of the field; money is in pounds. */
export const toFieldText = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  return rule.kind === 'number' && rule.unit === 'pence' ? toPounds(Number(value)).toFixed(2) : value;
};

/** The value to send for the text of the field. */
export const toSettingValue = (key: SettingKey, field: string): string => {
  const rule = settingRules[key];
  if (rule.kind === 'choice' || rule.unit !== 'pence') return field.trim();
  const pounds = /^\s*£?\s*(\d{1,4}(?:\.\d{1,2})?)\s*$/.exec(field)?.[1];
  return pounds === undefined ? field.trim() : String(toPence(Number(pounds)));
};
