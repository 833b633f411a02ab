import type { ClassDetails } from '#domain/class/events.ts';
import type { PaidClass, PayAdjustment } from '#domain/pay/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import {
  attendanceMarks,
  instructorAccounts,
  instructorRates,
  payClassVersions,
  payLines,
  payPeriods,
} from './tables.ts';

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

const toLine = (line: PaidClass | PayAdjustment, from: string) => ({
  from_day: from,
  class_id: line.classId,
  instructor_id: line.instructorId,
  level: line.level,
  date: line.date,
  time: line.time,
  heads: line.heads,
  base_pence: line.basePence,
  per_head_pence: line.perHeadPence,
  above: line.above,
  pence: line.pence,
});

const toClassLine = (line: PaidClass, from: string) => ({
  ...toLine(line, from),
  ...{ is_adjustment: false, unmarked: line.unmarked, paid_pence: 0, paid_heads: 0 },
});

const toAdjustmentLine = (line: PayAdjustment, from: string) => ({
  ...toLine(line, from),
  ...{ is_adjustment: true, unmarked: 0, paid_pence: line.paidPence, paid_heads: line.paidHeads },
});

function projectClosing(event: Extract<StudioRecord, { type: 'PayPeriodClosed' }>, write: Writer): void {
  const { from, to, classes, adjustments, totalPence, at } = event.data;
  const { actor } = event.metadata;
  write.put(payPeriods, {
    from_day: from,
    to_day: to,
    total_pence: totalPence,
    closed_at: at,
    closed_by: actor.kind === 'staff' ? (actor.staffId ?? null) : null,
    position: String(event.position),
  });
  for (const line of classes) write.put(payLines, toClassLine(line, from));
  for (const line of adjustments) write.put(payLines, toAdjustmentLine(line, from));
}

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
    case 'AccountLinked': {
      const { instructorId, accountId } = event.data;
      const key = { instructor_id: instructorId };
      if (accountId === null) write.remove(instructorAccounts, key);
      else write.put(instructorAccounts, { ...key, staff_id: accountId });
      return;
    }
    case 'PayPeriodClosed':
      projectClosing(event, write);
      return;
    default:
      return;
  }
}

export const payProjection: Projection = {
  name: 'pay',
  version: 3,
  tables: [payClassVersions, attendanceMarks, instructorRates, payPeriods, payLines, instructorAccounts],
  project,
};
