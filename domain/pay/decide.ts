import { endOfLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { PayPeriod, PayState } from './decider.ts';
import type { PaidClass, PayAdjustment, PayEvent } from './events.ts';

/** Whether a period's last day is over. */
export const isPeriodOver = ({ to }: PayPeriod, now: Date): boolean => endOfLondonDay(to) < now;

/** The first period that shares a day with this one. */
export const findOverlap = <P extends PayPeriod>(periods: readonly P[], { from, to }: PayPeriod) =>
  periods.find((period) => period.from <= to && from <= period.to);

export const sumPay = (lines: readonly { readonly pence: number }[]): number =>
  lines.reduce((total, { pence }) => total + pence, 0);

export interface PayClosing extends PayPeriod {
  readonly classes: readonly PaidClass[];
  readonly adjustments: readonly PayAdjustment[];
  /** How many closed periods the adjustments know of. */
  readonly closedBefore: number;
  readonly now: Date;
}

/**
 * Closes a period with what its classes pay, and the adjustments of earlier ones.
 * @throws Refusal PAY_PERIOD_NOT_OVER, PAY_PERIOD_CLOSED; CONFLICT when another one was closed meanwhile, whose adjustments
 * may be the same
 */
export function closePayPeriod(state: PayState, closing: PayClosing): PayEvent[] {
  const { from, to, classes, adjustments, closedBefore, now } = closing;
  if (!isPeriodOver(closing, now)) throw new Refusal('PAY_PERIOD_NOT_OVER', { to });
  const closed = findOverlap(state.closed, closing);
  if (closed !== undefined) throw new Refusal('PAY_PERIOD_CLOSED', { from: closed.from, to: closed.to });
  if (state.closed.length !== closedBefore) throw new Refusal('CONFLICT');
  const totalPence = sumPay(classes) + sumPay(adjustments);
  return [
    { type: 'PayPeriodClosed', data: { from, to, classes, adjustments, totalPence, at: now.toISOString() } },
  ];
}
