import type { ClassDetails } from '#domain/class/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { classReservations, classVersions, scheduleClasses } from './tables.ts';

function details(data: ClassDetails) {
  return {
    name: data.level,
    date: data.date,
    time: data.time,
    starts_at: data.startsAt,
    instructor_id: data.instructorId,
    duration: data.durationMinutes,
    max_capacity: data.capacity,
  };
}

function version(data: ClassDetails & { classId: number }, revision: bigint) {
  return {
    class_id: data.classId,
    revision: String(revision),
    level: data.level,
    starts_at: data.startsAt,
    duration: data.durationMinutes,
    capacity: data.capacity,
    instructor_id: data.instructorId,
  };
}

// Long, since it has one short case for each event type.
function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'ClassScheduled':
      write.put(scheduleClasses, {
        id: event.data.classId,
        ...details(event.data),
        booked_count: 0,
        waitlist_count: 0,
        is_marked_full: false,
        is_cancelled: false,
        created_at: event.data.at,
        updated_at: event.data.at,
      });
      write.put(classVersions, version(event.data, event.revision));
      break;
    case 'ClassChanged': {
      const { classId, freesCancellation, at } = event.data;
      const revision = String(event.revision);
      const freed = freesCancellation ? { freed_revision: revision, opened_revision: revision } : {};
      write.patch(scheduleClasses, { id: classId }, { ...details(event.data), ...freed, updated_at: at });
      write.put(classVersions, version(event.data, event.revision));
      // The class may have moved from another day.
      write.changed({ kind: 'classes', classId: null });
      return;
    }
    case 'ClassMarkedFull':
    case 'ClassReopened': {
      const { classId, at } = event.data;
      const full = event.type === 'ClassMarkedFull';
      const opened = full ? {} : { opened_revision: String(event.revision) };
      write.patch(scheduleClasses, { id: classId }, { is_marked_full: full, ...opened, updated_at: at });
      break;
    }
    case 'ClassCancelled': {
      const { classId, at } = event.data;
      write.patch(scheduleClasses, { id: classId }, { is_cancelled: true, updated_at: at });
      break;
    }
    case 'SeatBooked': {
      const { classId, memberId } = event.data;
      write.add(scheduleClasses, { id: classId }, { booked_count: 1 });
      write.remove(classReservations, { class_id: classId, member_id: memberId });
      break;
    }
    case 'SeatReserved': {
      const { classId, memberId, bookingId, until } = event.data;
      write.put(classReservations, {
        class_id: classId,
        member_id: memberId,
        booking_id: bookingId,
        until,
      });
      break;
    }
    case 'ReservationLapsed': {
      const { classId, memberId } = event.data;
      write.remove(classReservations, { class_id: classId, member_id: memberId });
      write.patch(scheduleClasses, { id: classId }, { opened_revision: String(event.revision) });
      break;
    }
    case 'SeatReleased': {
      const key = { id: event.data.classId };
      write.add(scheduleClasses, key, { booked_count: -1 });
      write.patch(scheduleClasses, key, { opened_revision: String(event.revision) });
      break;
    }
    case 'WaitlistJoined':
      write.add(scheduleClasses, { id: event.data.classId }, { waitlist_count: 1 });
      break;
    case 'WaitlistLeft':
      write.add(scheduleClasses, { id: event.data.classId }, { waitlist_count: -1 });
      break;
    case 'SpotAnnounced': {
      const { classId } = event.data;
      write.patch(scheduleClasses, { id: classId }, { announced_revision: String(event.revision) });
      break;
    }
    case 'MemberRecordsRemoved':
      write.removeAll(classReservations, { column: 'member_id', is: event.data.memberId });
      return;
    default:
      return;
  }
  write.changed({ kind: 'classes', classId: event.data.classId });
}

export const schedule: Projection = {
  name: 'schedule',
  version: 4,
  tables: [scheduleClasses, classReservations, classVersions],
  project,
};
