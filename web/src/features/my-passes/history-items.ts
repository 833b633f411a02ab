import type { LotHistoryEntry } from '#services/contract/wallet.ts';
import { describeActor, describeEntry } from './history-text.ts';

export interface HistoryItem {
  /** Of its events in the event log; two when a pass was held and then spent. */
  readonly positions: readonly string[];
  readonly at: string;
  readonly type: LotHistoryEntry['type'];
  readonly text: string;
  /** The text of the rule that set when the passes lapse, where one did. */
  readonly rule: string | null;
  readonly by: string | null;
  /** The passes of the lot that were available afterwards. */
  readonly balance: number;
}

/** Finds the PassSpent event that follows a PassHeld event of the same booking. */
const findSpending = (
  held: LotHistoryEntry,
  later: readonly LotHistoryEntry[],
): LotHistoryEntry | undefined => {
  if (held.type !== 'PassHeld') return undefined;
  const next = later.find(({ bookingId }) => bookingId === held.bookingId);
  return next?.type === 'PassSpent' ? next : undefined;
};

/** A lot's events in their order, with a held pass and its spending merged into one item. */
export const toHistoryItems = (entries: readonly LotHistoryEntry[]): HistoryItem[] => {
  const merged = new Set<LotHistoryEntry>();
  return entries.flatMap((entry, index) => {
    if (merged.has(entry)) return [];
    const spending = findSpending(entry, entries.slice(index + 1));
    if (spending) merged.add(spending);
    const shownEntry = spending ?? entry;
    return {
      positions: spending ? [entry.position, spending.position] : [entry.position],
      at: entry.at,
      type: shownEntry.type,
      text: describeEntry(shownEntry),
      rule: shownEntry.rule,
      by: describeActor(entry),
      balance: entry.balance,
    };
  });
};
