import { toLondonDay } from '../london-time.ts';
import type { PlanInterval } from '../plan/events.ts';

/** When the next month is charged, after a pause; null when none is, or while the last one is still to pay. */
export function findNextCharge({
  status,
  cancelAtPeriodEnd,
  currentPeriodEnd,
  unpaidUntil,
  pauseUntil,
}: {
  readonly status: 'active' | 'paused' | 'past_due' | 'ended';
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: Date;
  /** The end of a month that is not paid and not asked for any more. */
  readonly unpaidUntil: Date | null;
  /** The end of a period that is not charged, ahead or running. */
  readonly pauseUntil: Date | null;
}): Date | null {
  if (cancelAtPeriodEnd || status === 'ended') return null;
  if (status === 'past_due') return unpaidUntil;
  return pauseUntil ?? currentPeriodEnd;
}

interface ChargedTerms {
  readonly pricePence: number;
  readonly passes: number;
  readonly interval: PlanInterval;
}

/** What the next charge is for: the plan as it is, another price that was announced by then, or another plan that was chosen. */
export function findNextTerms(
  {
    pricePence,
    monthlyPasses: passes,
    interval,
    priceChange,
    planChange,
  }: {
    readonly pricePence: number;
    readonly monthlyPasses: number;
    readonly interval: PlanInterval;
    readonly priceChange: { readonly pricePence: number; readonly effectiveFrom: string } | null;
    readonly planChange: ChargedTerms | null;
  },
  chargedAt: Date,
): ChargedTerms {
  if (planChange !== null) return planChange;
  const isDue = priceChange !== null && toLondonDay(chargedAt) >= priceChange.effectiveFrom;
  return { pricePence: isDue ? priceChange.pricePence : pricePence, passes, interval };
}
