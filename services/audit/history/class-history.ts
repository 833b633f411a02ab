import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails, ReleaseReason, SeatSource } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import { isClassEvent } from '../studio-record.ts';
import type { AuditEvent } from './audit-event.ts';
import { describeEvents } from './describe-events.ts';
import { readStreamAsOf, type StreamReader } from './read-stream-as-of.ts';
import { readRulebook } from './rule-tracker.ts';

/** A seat that was booked in the class. */
interface BookedSeat {
  readonly bookingId: number;
  readonly memberId: string;
  readonly lotId: string;
  readonly source: SeatSource;
  readonly bookedAt: string;
  readonly attended: boolean | null;
  /** null while the seat is taken. */
  readonly released: {
    readonly reason: ReleaseReason;
    readonly returnsPass: boolean;
    /** The booking that took the place of a late cancellation. */
    readonly refilledBy?: number;
    readonly at: string;
  } | null;
}

/** The class's bookings and waitlist entries after an event. */
export interface ClassCount {
  readonly taken: number;
  readonly capacity: number;
  readonly waiting: number;
}

export interface ClassHistory {
  readonly asOf: string;
  readonly classId: number;
  /** null if it was not on the timetable yet. */
  readonly details: ClassDetails | null;
  readonly cancelled: boolean;
  readonly markedFull: boolean;
  readonly count: ClassCount;
  readonly seats: readonly BookedSeat[];
  /** The waitlist in order. */
  readonly waiting: readonly { readonly entryId: number; readonly memberId: string }[];
  readonly events: readonly (AuditEvent & { readonly count: ClassCount })[];
}

const toCount = ({ bookedCount, details, waitlist }: ClassState): ClassCount => ({
  taken: bookedCount,
  capacity: details?.capacity ?? 0,
  waiting: waitlist.length,
});

/** Reads who had a seat or waited for one, and why, as of an instant; null for an unknown class. @throws EventStoreUnavailable */
export async function readClassHistory(
  eventStore: StreamReader,
  classId: number,
  asOf: Date,
): Promise<ClassHistory | null> {
  const stream = classDecider.stream(String(classId));
  const records = await readStreamAsOf(eventStore, stream, asOf);
  if (records.length === 0 && (await eventStore.readStream(stream)).revision === null) return null;
  let state = classDecider.initial;
  const bookedAt = new Map<number, string>();
  const counts = records.filter(isClassEvent).map((record) => {
    state = classDecider.evolve(state, record);
    if (record.type === 'SeatBooked') bookedAt.set(record.data.bookingId, record.data.at);
    return toCount(state);
  });
  const { events } = describeEvents(records, await readRulebook(eventStore));
  return {
    asOf: asOf.toISOString(),
    classId,
    details: state.details,
    cancelled: state.isCancelled,
    markedFull: state.isMarkedFull,
    count: toCount(state),
    seats: [...state.seats.values()].map(({ bookingId, memberId, lotId, source, attendance, released }) => ({
      bookingId,
      memberId,
      lotId,
      source,
      bookedAt: bookedAt.get(bookingId) ?? '',
      attended: attendance?.attended ?? null,
      released,
    })),
    waiting: state.waitlist.map(({ entryId, memberId }) => ({ entryId, memberId })),
    events: events.map((event, index) => ({ ...event, count: counts[index] ?? toCount(state) })),
  };
}
