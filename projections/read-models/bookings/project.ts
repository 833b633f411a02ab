import type { Projection, StudioRecord, Writer } from '../../core/projection.ts';
import { bookings } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'SeatBooked': {
      const { bookingId, memberId, classId, lotId, source, freeUntil, at } = event.data;
      write.put(bookings, {
        id: bookingId,
        user_id: memberId,
        class_id: classId,
        status: 'confirmed',
        lot_id: lotId,
        source,
        free_until: freeUntil,
        revision: String(event.revision),
        created_at: at,
      });
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      break;
    }
    case 'SeatReleased': {
      const { bookingId, memberId, reason, returnsPass, at } = event.data;
      write.patch(
        bookings,
        { id: bookingId },
        { status: reason, pass_returned: returnsPass, released_at: at },
      );
      write.changed({ kind: 'member', memberId, what: 'bookings' });
      break;
    }
    default:
  }
}

export const bookingsProjection: Projection = { name: 'bookings', version: 1, tables: [bookings], project };
