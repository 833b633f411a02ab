import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { changeSetting } from './decide.ts';
import { settingDecider } from './decider.ts';
import type { SettingEvent } from './events.ts';
import { parseRetentionYears } from './retention-years.ts';
import { parseSpecialOfferDays, SPECIAL_OFFER_DAYS } from './special-offer.ts';

const key = SPECIAL_OFFER_DAYS;
const set = (value: string): SettingEvent => ({
  type: 'SettingChanged',
  data: { key, value, description: 'Hours', at },
});

it('appends a setting when it changes', () => {
  const when = (value: string, ...history: SettingEvent[]) =>
    given(settingDecider, ...history).when((state) =>
      changeSetting(state, { key, value, description: 'Hours', now }),
    );
  when('6').gives(set('6'));
  when('6', set('6')).gives();
  when('8', set('6')).gives(set('8'));
});

it.each([
  ['10', 10],
  [' 12 ', 12],
  ['0', 0],
  ['366', 7],
  ['-1', 7],
  ['', 7],
  ['a week', 7],
])('reads "%s" as %i days of the special offer', (value, days) => {
  expect(parseSpecialOfferDays(given(settingDecider, set(value)).state)).toBe(days);
});

it('uses 7 days for an unset setting', () => {
  expect(parseSpecialOfferDays(settingDecider.initial)).toBe(7);
});

it.each([
  ['2', 2],
  ['7', 7],
  ['1', 7],
  ['8', 7],
  ['0', 7],
])('reads "%s" as %i years of retention', (value, years) => {
  expect(parseRetentionYears(given(settingDecider, set(value)).state)).toBe(years);
});
