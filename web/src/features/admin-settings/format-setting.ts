import { type SettingKey, settingRules } from '../../../../services/contract/settings.ts';
import { formatExactPence, toPence, toPounds } from '../../lib/money.ts';
import { formatCount } from '../../lib/numbers.ts';

/** A value as people say it: 'open', '12 hours', '£30.00'. */
export const valueText = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  const number = Number(value);
  if (rule.kind === 'choice' || !Number.isInteger(number)) return value;
  if (rule.unit === 'pence') return formatExactPence(number);
  const one = { hours: 'hour', days: 'day', years: 'year' }[rule.unit];
  return formatCount(number, one, rule.unit);
};

/** 'From 0 hours to 24 hours. Until changed it is 12 hours.' */
export const rangeText = (key: SettingKey): string => {
  const rule = settingRules[key];
  const range =
    rule.kind === 'choice'
      ? `Either ${rule.choices.join(' or ')}.`
      : `From ${valueText(key, String(rule.least))} to ${valueText(key, String(rule.most))}.`;
  return `${range} Until changed it is ${valueText(key, rule.default)}.`;
};

/** What stands in the field: money in pounds. */
export const fieldOf = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  return rule.kind === 'number' && rule.unit === 'pence' ? toPounds(Number(value)).toFixed(2) : value;
};

/** What the server is sent for what stands in the field. */
export const sentValue = (key: SettingKey, field: string): string => {
  const rule = settingRules[key];
  if (rule.kind === 'choice' || rule.unit !== 'pence') return field.trim();
  const pounds = /^\s*£?\s*(\d{1,4}(?:\.\d{1,2})?)\s*$/.exec(field)?.[1];
  return pounds === undefined ? field.trim() : String(toPence(Number(pounds)));
};
