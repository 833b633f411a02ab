import { millisecondsInMinute } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, classScheduled, memberId, now, otherId, seatBooked } from '../testing/histories.fixture.ts';
import { markAttendance } from './decide-attendance.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';

const seated = [classScheduled(), seatBooked(1), seatBooked(2, otherId)];
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * millisecondsInMinute);

function marked(attended: boolean | null, minutes = 0): ClassEvent {
  const markedAt = minutesAgo(minutes).toISOString();
  return { type: 'AttendanceMarked', data: { classId: 7, bookingId: 1, memberId, attended, markedAt, at } };
}
const whenMarked = (attended: boolean | null, minutes: number, ...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) =>
    markAttendance(state, { bookingId: 1, attended, markedAt: minutesAgo(minutes), now }),
  );

describe('markAttendance', () => {
  it('sets, changes and removes a mark', () => {
    whenMarked(true, 0, ...seated).gives(marked(true));
    whenMarked(false, 0, ...seated, marked(true, 2)).gives(marked(false));
    whenMarked(true, 0, ...seated, marked(true, 3), marked(false, 2)).gives(marked(true));
    const state = whenMarked(null, 0, ...seated, marked(true, 2)).gives(marked(null));
    expect(state.seats.get(1)?.attendance?.attended).toBeNull();
    expect(state.seats.get(2)?.attendance).toBeNull();
  });

  it('appends nothing for an unchanged mark', () => {
    whenMarked(null, 0, ...seated).gives();
    whenMarked(true, 0, ...seated, marked(true, 2)).gives();
    whenMarked(null, 0, ...seated, marked(true, 3), marked(null, 2)).gives();
  });

  it('keeps the latest press when an older one arrives after it', () => {
    whenMarked(false, 10, ...seated, marked(true, 5)).gives();
    whenMarked(null, 10, ...seated, marked(true, 5)).gives();
    whenMarked(false, 5, ...seated, marked(true, 10)).gives(marked(false, 5));
  });

  it('counts a press from a fast clock as pressed now', () => {
    whenMarked(true, -600, ...seated).gives(marked(true));
  });

  it('refuses without a seat that is booked', () => {
    const released: ClassEvent = {
      type: 'SeatReleased',
      data: {
        ...{ classId: 7, bookingId: 1, memberId, lotId: 'lot-a', at },
        ...{ reason: 'late_cancelled', returnsPass: false },
      },
    };
    whenMarked(true, 0, ...seated, released).refuses('ALREADY_CANCELLED');
    whenMarked(true, 0, classScheduled()).refuses('BOOKING_NOT_FOUND');
    whenMarked(true, 0).refuses('BOOKING_NOT_FOUND');
  });
});
