/** When the next month is charged; null when none is, or while the last one is still to pay. */
export function findNextCharge({
  status,
  cancelAtPeriodEnd,
  currentPeriodEnd,
  unpaidUntil,
}: {
  readonly status: 'active' | 'past_due' | 'ended';
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: Date;
  /** The end of a month that is not paid and not asked for any more. */
  readonly unpaidUntil: Date | null;
}): Date | null {
  if (cancelAtPeriodEnd || status === 'ended') return null;
  return status === 'active' ? currentPeriodEnd : unpaidUntil;
}
