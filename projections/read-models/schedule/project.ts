import type { ClassDetails } from '../../../services/domain/class/events.ts';
import type { Projection, StudioRecord, Writer } from '../../core/projection.ts';
import { scheduleClasses } from './tables.ts';

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
      break;
    case 'ClassChanged': {
      const { classId, freesCancellation, at } = event.data;
      const freed = freesCancellation ? { freed_revision: String(event.revision) } : {};
      write.patch(scheduleClasses, { id: classId }, { ...details(event.data), ...freed, updated_at: at });
      // It may have left another day.
      write.changed({ kind: 'classes', classId: null });
      return;
    }
    case 'ClassMarkedFull':
    case 'ClassReopened': {
      const { classId, at } = event.data;
      const full = event.type === 'ClassMarkedFull';
      write.patch(scheduleClasses, { id: classId }, { is_marked_full: full, updated_at: at });
      break;
    }
    case 'ClassCancelled': {
      const { classId, at } = event.data;
      write.patch(scheduleClasses, { id: classId }, { is_cancelled: true, updated_at: at });
      break;
    }
    case 'SeatBooked':
      write.add(scheduleClasses, { id: event.data.classId }, { booked_count: 1 });
      break;
    case 'SeatReleased':
      write.add(scheduleClasses, { id: event.data.classId }, { booked_count: -1 });
      break;
    default:
      return;
  }
  write.changed({ kind: 'classes', classId: event.data.classId });
}

export const schedule: Projection = { name: 'schedule', version: 1, tables: [scheduleClasses], project };
