import { addPeriodToDay, toLondonInstant } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { MonthState } from './decider.ts';
import type { MonthEvent } from './events.ts';

/** The first instant after a month (`yyyy-MM`) in London. */
export const getMonthEnd = (month: string): Date =>
  toLondonInstant(addPeriodToDay(`${month}-01`, { unit: 'months', count: 1 }), '00:00');

/** Closes the books of a past month. Appends nothing when they are closed. @throws Refusal MONTH_NOT_OVER */
export function closeMonth(
  state: MonthState,
  {
    month,
    figures,
    throughPosition,
    now,
  }: { month: string; figures: string; throughPosition: string; now: Date },
): MonthEvent[] {
  if (now < getMonthEnd(month)) throw new Refusal('MONTH_NOT_OVER');
  if (state.isClosed) return [];
  return [{ type: 'MonthClosed', data: { month, figures, throughPosition, at: now.toISOString() } }];
}
