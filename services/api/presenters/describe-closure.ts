import type { Pool } from 'pg';
import { toLondonDay } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { ClosureRow } from '#projections/read-models/closures/queries.ts';
import { type LotRow, readLotsOfMembers } from '#projections/read-models/wallet/queries.ts';
import type { AdminClosure } from '#services/contract/closures.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { describeReleases, filterEvents, formatEmails } from './describe-class-effects.ts';
import { formatCount } from './wording.ts';

type LotChange = Extract<StudioEvent, { type: 'LotExtended' | 'LotExtensionWithdrawn' }>;

/** How many members are notified of the changes: those with a pass to use, also one that comes back from a cancelled class. */
async function countNotified(
  pool: Pool,
  changes: readonly LotChange[],
  events: readonly StudioEvent[],
  now: Date,
): Promise<number> {
  const expiries = new Map(changes.map(({ data }) => [data.lotId, new Date(data.expiresAt)]));
  const returned = Map.groupBy(filterEvents(events, 'PassReturned'), ({ data }) => data.lotId);
  const members = await readLotsOfMembers(pool, [...new Set(changes.map(({ data }) => data.memberId))]);
  const isUsable = ({ kind, lotId, available, expiresAt }: LotRow) =>
    kind !== 'membership' &&
    available + (returned.get(lotId)?.length ?? 0) > 0 &&
    (expiries.get(lotId) ?? expiresAt) >= now;
  return [...members.values()].filter((lots) => lots.some(isUsable)).length;
}

/** The effects of setting or lifting closing days. */
export async function describeClosureEffects(
  pool: Pool,
  events: readonly StudioEvent[],
  now: Date,
): Promise<Effects> {
  const cancelled = filterEvents(events, 'ClassCancelled').length;
  const waiting = filterEvents(events, 'WaitlistLeft').length;
  const extended = filterEvents(events, 'LotExtended').filter(({ data }) => data.because !== undefined);
  const withdrawn = filterEvents(events, 'LotExtensionWithdrawn');
  const { bookings, passesReturned, people } = await describeReleases(pool, events);
  const notified = await countNotified(pool, [...extended, ...withdrawn], events, now);
  const emails = bookings + waiting + notified;
  const isLifted = filterEvents(events, 'ClosureLifted').length > 0;
  return {
    summary: [
      ...(isLifted
        ? ['Classes that were cancelled stay cancelled. You can schedule classes on these days again.']
        : [
            cancelled === 0
              ? 'No class is on these days.'
              : `${formatCount(cancelled, 'class is', 'classes are')} cancelled.`,
            ...(bookings === 0
              ? []
              : [
                  `${formatCount(bookings, 'booking ends', 'bookings end')}, and ${formatCount(passesReturned, 'pass goes', 'passes go')} back.`,
                ]),
          ]),
      ...(extended.length === 0
        ? []
        : [
            `${formatCount(extended.length, 'purchase lasts', 'purchases last')} longer, a day for each closed day.`,
          ]),
      ...(withdrawn.length === 0
        ? []
        : [
            `${formatCount(withdrawn.length, 'purchase ends', 'purchases end')} as early as before the days were closed.`,
          ]),
      ...formatEmails(emails),
    ],
    counts: { bookings, passesReturned, passesLost: 0, emails },
    people,
  };
}

/** A closure for staff. */
export function describeClosure({ id, from, to, reason, liftedAt }: ClosureRow, now: Date): AdminClosure {
  const today = toLondonDay(now);
  const isOver = to < today;
  const state = liftedAt !== null ? 'lifted' : isOver ? 'over' : from <= today ? 'now' : 'ahead';
  return { id, from, to, reason, state, liftedAt: liftedAt?.toISOString() ?? null };
}
