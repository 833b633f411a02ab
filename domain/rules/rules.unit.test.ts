import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { changeRules, openRulebook, type RuleSetting } from './decide.ts';
import { rulebookDecider } from './decider.ts';
import type { RulebookEvent } from './events.ts';
import { isRuleKey, ruleDefinitions, ruleKeys } from './rule-keys.ts';
import { defaultRules, defaultRuleValues, isRuleValue, toRules } from './rules.ts';

const opened: RulebookEvent = {
  type: 'RulesChanged',
  data: {
    version: 1,
    changes: ruleKeys.map((key) => ({ key, from: null, to: defaultRuleValues[key] })),
    at,
  },
};
const whenChanged = (settings: readonly RuleSetting[], ...history: RulebookEvent[]) =>
  given(rulebookDecider, ...history).when((state) => changeRules(state, { settings, now }));

it('lists every rule once', () => {
  expect([...ruleKeys].sort()).toEqual(Object.keys(ruleDefinitions).sort());
  expect(isRuleKey('offer_minutes')).toBe(true);
  expect(isRuleKey('toString')).toBe(false);
});

describe('openRulebook', () => {
  const whenOpened = (values: Record<string, string>, ...history: RulebookEvent[]) =>
    given(rulebookDecider, ...history).when((state) => openRulebook(state, { values, now }));

  it('begins with every rule', () => {
    whenOpened({}).gives(opened);
    expect(given(rulebookDecider, opened).state.rules).toEqual({ ...defaultRules, version: 1 });
  });

  it('keeps what was set before it, unless that was no value', () => {
    const values = { priority_booking_hours: '6', instructor_fee_pence: 'a lot' };
    const changes = opened.data.changes.map((change) =>
      change.key === 'priority_booking_hours' ? { ...change, to: '6' } : change,
    );
    whenOpened(values).gives({ ...opened, data: { ...opened.data, changes } });
  });

  it('happens once', () => whenOpened({ offer_minutes: '5' }, opened).gives());
});

describe('changeRules', () => {
  it('makes a new version with what changed', () => {
    whenChanged(
      [
        { key: 'offer_minutes', value: '45' },
        { key: 'quiet_from', value: '21:00' },
      ],
      opened,
    ).gives({
      type: 'RulesChanged',
      data: { version: 2, changes: [{ key: 'offer_minutes', from: '30', to: '45' }], at },
    });
  });

  it('does nothing when nothing changes', () => {
    whenChanged([{ key: 'offer_minutes', value: '30' }], opened).gives();
    whenChanged([{ key: 'offer_minutes', value: '30', description: '' }], opened).gives();
  });

  it('keeps a description that the studio wrote', () => {
    const described = {
      type: 'RulesChanged' as const,
      data: {
        version: 2,
        changes: [{ key: 'offer_minutes' as const, from: '30', to: '30', description: 'Short' }],
        at,
      },
    };
    const setting = { key: 'offer_minutes', value: '30', description: 'Short' } as const;
    whenChanged([setting], opened).gives(described);
    whenChanged([setting], opened, described).gives();
  });

  it.each<[string, RuleSetting[], string[]]>([
    [
      'announcing before automatic booking ends',
      [
        { key: 'auto_book_until_hours', value: '3' },
        { key: 'broadcast_under_hours', value: '3' },
      ],
      ['broadcast_under_hours', 'auto_book_until_hours'],
    ],
    [
      'free cancellation that is over before booking opens',
      [
        { key: 'booking_window_days', value: '1' },
        { key: 'free_cancellation_hours', value: '25' },
      ],
      ['free_cancellation_hours', 'booking_window_days'],
    ],
  ])('refuses %s, all or nothing', (_name, settings, keys) => {
    const { state } = given(rulebookDecider, opened);
    expect(() => changeRules(state, { settings, now })).toThrow(
      expect.objectContaining({ code: 'RULES_CONTRADICT', facts: { keys } }),
    );
  });

  it('allows values at the limits that they set each other', () => {
    const fits: RuleSetting[] = [
      { key: 'booking_window_days', value: '1' },
      { key: 'free_cancellation_hours', value: '24' },
      { key: 'auto_book_until_hours', value: '3' },
      { key: 'broadcast_under_hours', value: '2' },
    ];
    expect(changeRules(given(rulebookDecider, opened).state, { settings: fits, now })).toHaveLength(1);
  });
});

describe('values', () => {
  it.each(ruleKeys)('of %s include its default and its ends, and nothing else', (key) => {
    const rule = ruleDefinitions[key];
    expect(isRuleValue(key, rule.default)).toBe(true);
    if (rule.kind === 'number') {
      expect(isRuleValue(key, String(rule.least))).toBe(true);
      expect(isRuleValue(key, String(rule.most))).toBe(true);
      expect(isRuleValue(key, String(rule.least - 1))).toBe(false);
      expect(isRuleValue(key, String(rule.most + 1))).toBe(false);
    }
    for (const wrong of ['', ' ', '1.5', '-1', 'x', '24:00', '9:00', 'ON'])
      expect(isRuleValue(key, wrong)).toBe(false);
  });

  it('that are invalid count as the default', () => {
    expect(toRules({ offer_minutes: 'soon', quiet_from: '25:00' }, 0)).toEqual(defaultRules);
    expect(toRules({ offer_minutes: ' 45 ' }, 0).offerMinutes).toBe(45);
  });
});
