import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { bookingProgress } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  const step = (values: { pass: string } | { seat: string }, data: { bookingId: number; at: string }) =>
    write.patch(bookingProgress, { booking_id: data.bookingId }, { ...values, since: data.at });
  switch (event.type) {
    case 'PassHeld': {
      // Every booking starts with this event, so later events find the row.
      const { bookingId, memberId, classId, lotId, at } = event.data;
      write.put(bookingProgress, {
        booking_id: bookingId,
        member_id: memberId,
        class_id: classId,
        lot_id: lotId,
        pass: 'held',
        seat: 'none',
        since: at,
      });
      break;
    }
    case 'PassMoved': {
      const { bookingId, toBookingId, toClassId, memberId, lotId, at } = event.data;
      step({ pass: 'moved' }, event.data);
      write.put(bookingProgress, {
        booking_id: toBookingId,
        member_id: memberId,
        class_id: toClassId,
        lot_id: lotId,
        pass: 'held',
        seat: 'none',
        since: at,
        moved_from: bookingId,
      });
      break;
    }
    case 'PassMovedBack': {
      const { fromBookingId, to, at } = event.data;
      step({ pass: 'returned' }, { bookingId: fromBookingId, at });
      step({ pass: to === 'available' ? 'returned' : to }, event.data);
      break;
    }
    case 'PassSpent':
      step({ pass: 'used' }, event.data);
      break;
    case 'PassReturned':
      step({ pass: 'returned' }, event.data);
      break;
    case 'PassForfeited':
      step({ pass: 'forfeited' }, event.data);
      break;
    case 'SeatBooked':
      step({ seat: 'booked' }, event.data);
      break;
    case 'SeatReleased':
      step({ seat: 'released' }, event.data);
      break;
    case 'LateCancellationRefilled':
      step({ seat: 'refilled' }, event.data);
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(bookingProgress, { column: 'member_id', is: event.data.memberId });
      break;
    default:
  }
}

export const bookingProgressProjection: Projection = {
  name: 'booking-progress',
  version: 3,
  tables: [bookingProgress],
  project,
};
