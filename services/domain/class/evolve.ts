import { unreachable } from '../unreachable.ts';
import type { ClassDetails, ClassEvent } from './events.ts';
import type { ClassState, Seat } from './state.ts';

function detailsOf(data: ClassDetails): ClassDetails {
  const { level, date, time, startsAt, durationMinutes, capacity, instructorId } = data;
  return { level, date, time, startsAt, durationMinutes, capacity, instructorId };
}

function withSeat(state: ClassState, seat: Seat): ReadonlyMap<number, Seat> {
  return new Map(state.seats).set(seat.bookingId, seat);
}

function allMoved(seats: ReadonlyMap<number, Seat>): ReadonlyMap<number, Seat> {
  return new Map(
    [...seats].map(([id, seat]) => [id, seat.released === null ? { ...seat, moved: true } : seat]),
  );
}

export function evolveClass(state: ClassState, event: ClassEvent): ClassState {
  switch (event.type) {
    case 'ClassScheduled':
      return { ...state, classId: event.data.classId, details: detailsOf(event.data) };
    case 'ClassChanged':
      return {
        ...state,
        details: detailsOf(event.data),
        seats: event.data.freesCancellation ? allMoved(state.seats) : state.seats,
      };
    case 'ClassMarkedFull':
      return { ...state, markedFull: true };
    case 'ClassReopened':
      return { ...state, markedFull: false };
    case 'ClassCancelled':
      return { ...state, cancelled: true };
    case 'SeatBooked': {
      const { bookingId, memberId, lotId, source, freeUntil } = event.data;
      const seat: Seat = { bookingId, memberId, lotId, source, freeUntil, moved: false, released: null };
      return { ...state, seats: withSeat(state, seat), bookedCount: state.bookedCount + 1 };
    }
    case 'SeatReleased': {
      const { bookingId, reason, returnsPass } = event.data;
      const seat = state.seats.get(bookingId);
      if (seat === undefined || seat.released !== null) return state;
      return {
        ...state,
        seats: withSeat(state, { ...seat, released: { reason, returnsPass } }),
        bookedCount: state.bookedCount - 1,
      };
    }
    default:
      return unreachable(event);
  }
}
