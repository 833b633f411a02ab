import { type SettingKey, settingRules } from '#services/contract/settings.ts';
import { ApiError, getServerMessage } from '#web/lib/api-error.ts';
import { formatExactPence, toPence, toPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

/** Formats a value with its unit: 'open', '12 hours', '£30.00'. */
export const formatSettingValue = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  const number = Number(value);
  if (rule.kind !== 'number' || !Number.isInteger(number)) return value;
  if (rule.unit === 'pence') return formatExactPence(number);
  return formatCount(number, rule.unit.slice(0, -1), rule.unit);
};

/** 'From 0 hours to 24 hours. Until changed it is 12 hours.' */
export const formatSettingRange = (key: SettingKey): string => {
  const rule = settingRules[key];
  return `${describeRange(key)} Until changed it is ${formatSettingValue(key, rule.default)}.`;
};

function describeRange(key: SettingKey): string {
  const rule = settingRules[key];
  switch (rule.kind) {
    case 'choice':
      return `Either ${rule.choices.join(' or ')}.`;
    case 'time':
      return 'A time in London, from 00:00 to 23:59.';
    case 'number':
      return `From ${formatSettingValue(key, String(rule.least))} to ${formatSettingValue(key, String(rule.most))}.`;
  }
}

/** The text of the field; money is in pounds. */
export const toFieldText = (key: SettingKey, value: string): string => {
  const rule = settingRules[key];
  return rule.kind === 'number' && rule.unit === 'pence' ? toPounds(Number(value)).toFixed(2) : value;
};

/** The value to send for the text of the field. */
export const toSettingValue = (key: SettingKey, field: string): string => {
  const rule = settingRules[key];
  if (rule.kind !== 'number' || rule.unit !== 'pence') return field.trim();
  const pounds = /^\s*£?\s*(\d{1,4}(?:\.\d{1,2})?)\s*$/.exec(field)?.[1];
  return pounds === undefined ? field.trim() : String(toPence(Number(pounds)));
};

/** Why a value was not saved, with the range of one that is invalid. */
export function describeSettingError(
  key: SettingKey,
  cause: unknown,
  path?: string,
): { text: string | undefined; isInvalid: boolean } {
  const issues = cause instanceof ApiError ? cause.issues : [];
  const issue = path === undefined ? issues[0] : issues.find((each) => each.path === path);
  if (issue === undefined) return { text: getServerMessage(cause, '') || undefined, isInvalid: false };
  const rule = settingRules[key];
  const isMoney = rule.kind === 'number' && rule.unit === 'pence';
  const problem = isMoney ? 'Use an amount such as 30.00' : issue.message;
  return { text: `${problem}. ${formatSettingRange(key)}`, isInvalid: true };
}
