import { expect, it } from 'vitest';
import { createRuleSave, describeRuleEdits, type RuleEdit } from './rule-call.ts';

const free: RuleEdit = { key: 'free_cancellation_hours', value: '12', seen: '24' };
const days: RuleEdit = { key: 'booking_window_days', value: '1', seen: '7' };

it('saves one rule as a setting', () => {
  const { call, seen, texts } = createRuleSave([free]);
  expect(call.body).toEqual({ key: 'free_cancellation_hours', value: '12' });
  expect(seen).toEqual({ value: '24' });
  expect(texts.value?.format?.('24')).toBe('24 hours');
});

it('saves several rules in one request, each with the value that was seen', () => {
  const { call, seen, texts } = createRuleSave([free, days]);
  expect(call.body).toEqual({
    changes: [
      { key: 'free_cancellation_hours', value: '12' },
      { key: 'booking_window_days', value: '1' },
    ],
  });
  expect(call.withSeen?.({ ...seen, booking_window_days: '8' })).toEqual({
    changes: [
      { key: 'free_cancellation_hours', value: '12', expected: { value: '24' } },
      { key: 'booking_window_days', value: '1', expected: { value: '8' } },
    ],
  });
  expect(call.mine).toEqual({ free_cancellation_hours: '12', booking_window_days: '1' });
  expect(texts.booking_window_days?.label).toBe('Booking window');
});

it('describes what was saved', () => {
  expect(describeRuleEdits([free, days])).toBe('Free cancellation: 12 hours. Booking window: 1 day.');
});
