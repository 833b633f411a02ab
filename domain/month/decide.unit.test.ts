import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { closeMonth, getMonthEnd } from './decide.ts';
import { monthDecider } from './decider.ts';
import type { MonthEvent } from './events.ts';

const month = '2026-10';
const figures = '{"totals":{"netProfit":1}}';
const closed = (at: string): MonthEvent => ({
  type: 'MonthClosed',
  data: { month, figures, throughPosition: '640', at },
});
const whenClosed = (at: string, ...history: MonthEvent[]) =>
  given(monthDecider, ...history).when((state) =>
    closeMonth(state, { month, figures, throughPosition: '640', now: new Date(at) }),
  );

it('ends a month at midnight in London, also when the clocks go back', () => {
  expect(getMonthEnd('2026-10').toISOString()).toBe('2026-11-01T00:00:00.000Z');
  expect(getMonthEnd('2026-05').toISOString()).toBe('2026-05-31T23:00:00.000Z');
  expect(getMonthEnd('2026-12').toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

it('closes a month once, after its end', () => {
  whenClosed('2026-10-31T23:59:59.999Z').refuses('MONTH_NOT_OVER');
  whenClosed('2026-11-01T00:00:00.000Z').gives(closed('2026-11-01T00:00:00.000Z'));
  whenClosed('2026-11-05T10:00:00.000Z', closed('2026-11-01T00:00:00.000Z')).gives();
});
