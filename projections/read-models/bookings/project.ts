import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { type BookingStatus, bookings } from './tables.ts';

function setStatus(
  { bookingId, memberId }: { bookingId: number; memberId: string },
  status: BookingStatus,
  write: Writer,
): void {
  write.patch(bookings, { id: bookingId }, { status });
  write.changed({ kind: 'member', memberId, what: 'bookings' });
}

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'SeatBooked': {
      const { bookingId, memberId, classId, lotId, source, freeUntil, rulesVersion, at } = event.data;
      write.put(bookings, {
        id: bookingId,
        user_id: memberId,
        class_id: classId,
        status: 'confirmed',
        lot_id: lotId,
        source,
        free_until: freeUntil,
        rules_version: rulesVersion ?? null,
        refillable: false,
        revision: String(event.revision),
        created_at: at,
      });
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      break;
    }
    case 'SeatReleased': {
      const { bookingId, memberId, reason, returnsPass, refillAt, at } = event.data;
      write.patch(
        bookings,
        { id: bookingId },
        {
          status: reason,
          pass_returned: returnsPass,
          refillable: refillAt !== undefined,
          released_at: at,
        },
      );
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      break;
    }
    case 'AttendanceMarked': {
      const { classId, bookingId, memberId, attended } = event.data;
      write.patch(bookings, { id: bookingId }, { attended });
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      // Open staff pages show attendance beside the class.
      write.changed({ kind: 'classes', classId });
      break;
    }
    case 'PassReturned': {
      const { bookingId, memberId, from } = event.data;
      if (from !== 'forfeited') break;
      write.patch(bookings, { id: bookingId }, { pass_returned: true });
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      break;
    }
    // An undone cancellation: the booking that receives the pass replaces this one.
    case 'PassMoved':
      if (event.data.from !== 'used') setStatus(event.data, 'undone', write);
      break;
    case 'PassMovedBack':
      if (event.data.to !== 'used')
        setStatus(event.data, event.data.to === 'available' ? 'cancelled' : 'late_cancelled', write);
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(bookings, { column: 'user_id', is: event.data.memberId });
      break;
    default:
  }
}

export const bookingsProjection: Projection = { name: 'bookings', version: 7, tables: [bookings], project };
