import { assertNever } from '../assert-never.ts';
import type { ClassDetails, ClassEvent } from './events.ts';
import { chooseHeldDetails } from './held-details.ts';
import { dropRefillable, removeRefilled } from './refills.ts';
import type { ClassState, Seat } from './state.ts';

function toClassDetails(data: ClassDetails): ClassDetails {
  const { level, date, time, startsAt, durationMinutes, capacity, instructorId } = data;
  return { level, date, time, startsAt, durationMinutes, capacity, instructorId };
}

function withSeat(state: ClassState, seat: Seat): ReadonlyMap<number, Seat> {
  return new Map(state.seats).set(seat.bookingId, seat);
}

function rescheduleSeats(seats: ReadonlyMap<number, Seat>): ReadonlyMap<number, Seat> {
  return new Map(
    [...seats].map(([id, seat]) => [id, seat.released === null ? { ...seat, isRescheduled: true } : seat]),
  );
}

const withoutReservation = (state: ClassState, memberId: string) =>
  state.reservations.filter((reservation) => reservation.memberId !== memberId);

/** A spot is free again, so no entry counts as passed over any more. */
function reopenSpots(state: ClassState): ClassState {
  return {
    ...state,
    isAnnounced: false,
    waitlist: state.waitlist.map((entry) => (entry.isPassedOver ? { ...entry, isPassedOver: false } : entry)),
  };
}

const withoutOffer = (state: ClassState, entryId: number) =>
  state.offers.filter((offer) => offer.entryId !== entryId);

const passOver = (state: ClassState, entryId: number) =>
  state.waitlist.map((entry) => (entry.entryId === entryId ? { ...entry, isPassedOver: true } : entry));

const withQuestion = (state: ClassState, entryId: number, isAsked: boolean) =>
  state.waitlist.map((entry) => (entry.entryId === entryId ? { ...entry, isAsked } : entry));

/** The entry waits for the class as it is timed now. */
const withAgreedStart = (state: ClassState, entryId: number): ClassState => ({
  ...state,
  agreedStarts: new Map(state.agreedStarts).set(entryId, state.details?.startsAt ?? ''),
});

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
export function evolveClass(state: ClassState, event: ClassEvent): ClassState {
  switch (event.type) {
    case 'ClassScheduled':
      return {
        ...state,
        classId: event.data.classId,
        details: toClassDetails(event.data),
        heldAs: toClassDetails(event.data),
      };
    case 'ClassChanged': {
      const changed = {
        ...state,
        heldAs: chooseHeldDetails(state.heldAs, toClassDetails(event.data), event.data.at),
        details: toClassDetails(event.data),
        seats: event.data.freesCancellation ? rescheduleSeats(state.seats) : state.seats,
      };
      // A spot at another time is another spot to those who let it pass.
      const opensSpots = event.data.freesCancellation || event.data.capacity > (state.details?.capacity ?? 0);
      return opensSpots ? reopenSpots(changed) : changed;
    }
    case 'ClassMarkedFull':
      return { ...state, isMarkedFull: true };
    case 'ClassReopened':
      return reopenSpots({ ...state, isMarkedFull: false });
    case 'ClassCancelled':
      return { ...state, isCancelled: true, isTakenBack: event.data.because === 'application_undone' };
    case 'SeatBooked': {
      const { bookingId, memberId, lotId, source, freeUntil, rulesVersion, at: bookedAt } = event.data;
      const open = { isRescheduled: false, attendance: null, released: null };
      const seat: Seat = {
        bookingId,
        memberId,
        lotId,
        source,
        bookedAt,
        freeUntil,
        rulesVersion,
        ...open,
      };
      return {
        ...state,
        seats: withSeat(state, seat),
        bookedCount: state.bookedCount + 1,
        reservations: withoutReservation(state, memberId),
        refillable: dropRefillable(state.refillable, memberId),
      };
    }
    case 'SeatReleased': {
      const { bookingId, memberId, reason, returnsPass, refillAt, at } = event.data;
      const seat = state.seats.get(bookingId);
      if (seat === undefined || seat.released !== null) return state;
      return reopenSpots({
        ...state,
        seats: withSeat(state, { ...seat, released: { reason, returnsPass, refillAt, at } }),
        bookedCount: state.bookedCount - 1,
        refillable:
          refillAt === undefined
            ? state.refillable
            : [...state.refillable, { bookingId, memberId, refillAt }],
      });
    }
    case 'LateCancellationRefilled': {
      const { bookingId, byBookingId: refilledBy } = event.data;
      const seat = state.seats.get(bookingId);
      if (seat === undefined || seat.released === null) return state;
      return {
        ...state,
        seats: withSeat(state, { ...seat, released: { ...seat.released, refilledBy } }),
        refillable: removeRefilled(state.refillable, bookingId),
      };
    }
    case 'AttendanceMarked': {
      const { bookingId, attended, markedAt } = event.data;
      const seat = state.seats.get(bookingId);
      if (seat === undefined) return state;
      return { ...state, seats: withSeat(state, { ...seat, attendance: { attended, markedAt } }) };
    }
    case 'SeatReserved': {
      const { bookingId, memberId, until } = event.data;
      const reservations = [...withoutReservation(state, memberId), { bookingId, memberId, until }];
      return { ...state, reservations };
    }
    case 'ReservationLapsed':
      return reopenSpots({ ...state, reservations: withoutReservation(state, event.data.memberId) });
    case 'WaitlistJoined': {
      const { entryId, memberId } = event.data;
      const entry = { entryId, memberId, isPassedOver: false, isAsked: false };
      return { ...withAgreedStart(state, entryId), waitlist: [...state.waitlist, entry] };
    }
    case 'WaitlistLeft': {
      const { entryId } = event.data;
      return {
        ...state,
        waitlist: state.waitlist.filter((entry) => entry.entryId !== entryId),
        offers: withoutOffer(state, entryId),
        agreedStarts: new Map([...state.agreedStarts].filter(([id]) => id !== entryId)),
      };
    }
    case 'WaitlistSkipped':
      return { ...state, waitlist: passOver(state, event.data.entryId) };
    case 'SpotOffered': {
      const { entryId, memberId, until } = event.data;
      return { ...state, offers: [...withoutOffer(state, entryId), { entryId, memberId, until }] };
    }
    case 'OfferLapsed': {
      const { entryId } = event.data;
      return { ...state, waitlist: passOver(state, entryId), offers: withoutOffer(state, entryId) };
    }
    case 'OfferWithdrawn':
      return { ...state, offers: withoutOffer(state, event.data.entryId) };
    case 'WaitlistAsked':
      return { ...state, waitlist: withQuestion(state, event.data.entryId, true) };
    case 'WaitlistConfirmed': {
      const { entryId, because } = event.data;
      const confirmed = { ...state, waitlist: withQuestion(state, entryId, false) };
      return because === 'answered' ? withAgreedStart(confirmed, entryId) : confirmed;
    }
    case 'SpotAnnounced':
      return { ...state, isAnnounced: true };
    default:
      return assertNever(event);
  }
}
