import type { ClassDetails } from '#domain/class/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { attendanceMarks, instructorRates, payClassVersions } from './tables.ts';

const toVersion = (data: ClassDetails & { classId: number; at: string }, revision: bigint) => ({
  class_id: data.classId,
  revision: String(revision),
  changed_at: data.at,
  level: data.level,
  date: data.date,
  time: data.time,
  starts_at: data.startsAt,
  instructor_id: data.instructorId,
});

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'ClassScheduled':
    case 'ClassChanged':
      write.put(payClassVersions, toVersion(event.data, event.revision));
      return;
    case 'AttendanceMarked': {
      const { bookingId, classId, attended } = event.data;
      write.put(attendanceMarks, { booking_id: bookingId, class_id: classId, attended });
      return;
    }
    case 'SeatReleased':
      write.remove(attendanceMarks, { booking_id: event.data.bookingId });
      return;
    case 'RateSet': {
      const { instructorId, classType, validFrom, basePence, perHeadPence, above, at } = event.data;
      write.put(instructorRates, {
        instructor_id: instructorId,
        class_type: classType ?? '',
        valid_from: validFrom,
        base_pence: basePence,
        per_head_pence: perHeadPence,
        above,
        set_at: at,
        position: String(event.position),
      });
      write.changed({ kind: 'instructors' });
      return;
    }
    default:
      return;
  }
}

export const payProjection: Projection = {
  name: 'pay',
  version: 1,
  tables: [payClassVersions, attendanceMarks, instructorRates],
  project,
};
