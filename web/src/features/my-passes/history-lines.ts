import type { LotHistoryEntry } from '../../../../services/contract/wallet.ts';
import { byText, entryText } from './history-words.ts';

export interface HistoryLine {
  /** Of its events in the whole log; two where a pass was set aside and used. */
  readonly positions: readonly string[];
  readonly at: string;
  readonly type: LotHistoryEntry['type'];
  readonly text: string;
  readonly by: string | null;
  /** Passes of the lot that could be booked with after it. */
  readonly balance: number;
}

/** The pass that was set aside went on to be used. */
const spendingOf = (
  held: LotHistoryEntry,
  later: readonly LotHistoryEntry[],
): LotHistoryEntry | undefined => {
  if (held.type !== 'PassHeld') return undefined;
  const next = later.find(({ bookingId }) => bookingId === held.bookingId);
  return next?.type === 'PassSpent' ? next : undefined;
};

/** A lot's events as lines, in their order; setting a pass aside and then using it is one. */
export const historyLines = (entries: readonly LotHistoryEntry[]): HistoryLine[] => {
  const folded = new Set<LotHistoryEntry>();
  return entries.flatMap((entry, index) => {
    if (folded.has(entry)) return [];
    const spending = spendingOf(entry, entries.slice(index + 1));
    if (spending) folded.add(spending);
    const told = spending ?? entry;
    return {
      positions: spending ? [entry.position, spending.position] : [entry.position],
      at: entry.at,
      type: told.type,
      text: entryText(told),
      by: byText(entry),
      balance: entry.balance,
    };
  });
};
