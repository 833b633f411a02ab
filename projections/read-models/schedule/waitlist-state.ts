import { countOpenSpots, getNextWaitlistStep, type WaitlistStep } from '#domain/class/decide-waitlist.ts';
import { type ClassState, initialClass } from '#domain/class/state.ts';
import { findNextPhaseChange } from '#domain/class/waitlist-phase.ts';

interface WaitlistEntryRow {
  entryId: number;
  memberId: string;
  /** Since a spot last came free. */
  isPassedOver: boolean;
  /** An instant as JSON has it; null when no spot is kept for them. */
  offeredUntil: string | null;
}

/** As much of a class as its line depends on. */
export interface ClassWithWaitlist {
  id: number;
  date: string;
  time: string;
  startsAt: Date;
  maxCapacity: number;
  bookedCount: number;
  isMarkedFull: boolean;
  isCancelled: boolean;
  /** Who waits, the first first. */
  waitlist: WaitlistEntryRow[];
  /** Everyone in line was told of what is free now. */
  isAnnounced: boolean;
}

/** When a spot last came free: capacity that grew is told from the versions, since no event says it alone. */
const OPENED = `(SELECT greatest(c.opened_revision, max(v.revision) FILTER (WHERE v.is_more))
  FROM (SELECT revision, capacity > lag(capacity) OVER (ORDER BY revision) AS is_more
    FROM class_versions WHERE class_id = c.id) v)`;

/** The columns `line` and `isAnnounced` of a class `c`. What is null in a comparison never happened. */
export const WAITLIST_COLUMNS = `
  CASE WHEN c.waitlist_count = 0 THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object('entryId', w.id, 'memberId', w.user_id, 'offeredUntil', w.offered_until,
      'isPassedOver', coalesce(w.passed_over_revision > o.opened, w.passed_over_revision IS NOT NULL))
      ORDER BY w.position), '[]')
    FROM (SELECT ${OPENED} AS opened) o, waitlist w WHERE w.class_id = c.id AND w.left_at IS NULL) END AS waitlist,
  c.announced_revision IS NOT NULL
    AND coalesce(c.announced_revision > ${OPENED}, true) AS "isAnnounced"`;

/** The class as its decider knows it, as far as the line goes: no seats, no instructor. */
function toClassState(row: ClassWithWaitlist): ClassState {
  const { id, date, time, waitlist } = row;
  return {
    ...initialClass,
    classId: id,
    details: {
      date,
      time,
      startsAt: row.startsAt.toISOString(),
      capacity: row.maxCapacity,
      level: '',
      durationMinutes: 0,
      instructorId: 0,
    },
    isCancelled: row.isCancelled,
    isMarkedFull: row.isMarkedFull,
    bookedCount: row.bookedCount,
    waitlist: waitlist.map(({ entryId, memberId, isPassedOver }) => ({
      entryId,
      memberId,
      isPassedOver,
    })),
    offers: waitlist.flatMap(({ entryId, memberId, offeredUntil }) =>
      offeredUntil === null ? [] : [{ entryId, memberId, until: new Date(offeredUntil).toISOString() }],
    ),
    isAnnounced: row.isAnnounced,
  };
}

/** The domain's rule, asked of the read model. */
export const countOpenSpotsInRow = (row: ClassWithWaitlist, now: Date): number =>
  countOpenSpots(toClassState(row), now);

/** What the line of a class asks for now, as the read model has it. */
export const findNextWaitlistStep = (row: ClassWithWaitlist, now: Date): WaitlistStep =>
  getNextWaitlistStep(toClassState(row), now);

/** When time alone next changes what the line keeps: an offer ends, or the phase changes. */
export function findNextWaitlistChange({ waitlist, startsAt }: ClassWithWaitlist, now: Date): Date | null {
  if (waitlist.length === 0) return null;
  const offersEnd = waitlist.flatMap(({ offeredUntil }) =>
    offeredUntil === null ? [] : [new Date(Date.parse(offeredUntil) + 1)],
  );
  const changes = [...offersEnd, findNextPhaseChange(startsAt, now)].filter(
    (change) => change !== null && change > now,
  );
  return changes.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}
