import type { Actor } from '#infra/event-store/types.ts';
import type { ClosureRow } from '#projections/read-models/closures/queries.ts';
import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import type { LotHistory } from '#services/audit/history/lot-history.ts';
import { classType } from '#services/contract/values.ts';
import type { LotHistoryAnswer, LotHistoryEntry } from '#services/contract/wallet.ts';
import { instructorFallback } from './describe-class.ts';

function toCause({ kind }: Actor): LotHistoryEntry['by'] {
  if (kind === 'member') return 'member';
  return kind === 'staff' ? 'studio' : 'automatic';
}

function describeEntryClass(row: ClassRow | undefined): LotHistoryEntry['class'] {
  if (row === undefined) return null;
  const { id, name, date, time, instructorName, startsAt } = row;
  return {
    id,
    name: classType.parse(name),
    date,
    time,
    instructorName: instructorName || instructorFallback,
    startsAt: startsAt.toISOString(),
  };
}

/** The reasons of the closures of these days that stood at `at`: one lifted before it, or set after it, gained nothing. */
function describeClosures(
  { closedDays, at }: Pick<LotHistory['entries'][number], 'closedDays' | 'at'>,
  closures: readonly ClosureRow[],
): string | null {
  const extendedAt = new Date(at);
  const unlifted = closures
    .filter(({ from, to }) => closedDays.some((day) => from <= day && day <= to))
    .filter(({ liftedAt }) => liftedAt === null || liftedAt > extendedAt);
  const standing = unlifted.filter(({ setAt }) => setAt <= extendedAt);
  // A purchase that began just before the closure was set has the earlier time.
  const reasons = (standing.length === 0 ? unlifted : standing).map(({ reason }) => reason);
  return reasons.length === 0 ? null : [...new Set(reasons)].join(' and ');
}

/** A lot's history for its owner; `classes` are the classes that it mentions, `closures` all closing days. */
export function describeLotHistory(
  lotId: string,
  { passName, counts, balanced, entries }: LotHistory,
  classes: readonly ClassRow[],
  closures: readonly ClosureRow[],
): LotHistoryAnswer {
  const byId = new Map(classes.map((row) => [row.id, row]));
  return {
    success: true,
    lotId,
    passName,
    counts,
    balanced,
    entries: entries.map(({ actor, classId, closedDays, position, revision, ...entry }) => ({
      ...entry,
      position: String(position),
      revision: Number(revision),
      by: toCause(actor),
      closedFor: describeClosures({ closedDays, at: entry.at }, closures),
      class: classId === null ? null : describeEntryClass(byId.get(classId)),
    })),
  };
}
