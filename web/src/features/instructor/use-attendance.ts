import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Attendee } from '../../../../services/contract/instructor.ts';
import { readStaffIdentity } from '../../lib/staff-session.ts';
import { readStudioNow } from '../../lib/studio-clock.ts';
import { AttendanceNotUpdated, markAttendance } from './api/mark-attendance.ts';
import { useShowMark } from './api/use-taught-classes.ts';
import { keepPress, onPresses, waitingPresses } from './attendance-queue.ts';
import { sendPresses } from './send-queued-marks.ts';

/** How one attendee's mark stands. */
export interface Mark {
  readonly attended: boolean | null;
  /** `unsent`: pressed, and still only here. `refused`: the studio did not take the last press. */
  readonly state: 'saved' | 'unsent' | 'refused';
}

export interface Attendance {
  readonly markOf: (attendee: Attendee) => Mark;
  readonly press: (bookingId: number, attended: boolean | null) => void;
  /** Presses of the present session that have not been sent yet. */
  readonly unsent: number;
  /** What others pressed on this device and could not send before they left; it waits for them. */
  readonly unsentOfOthers: number;
  /** Sends what waits, if anything does. */
  readonly send: () => void;
}

/** Marks by press: shown at once, kept until the studio has them, and sent in order when there is a way to it. */
export const useAttendance = (): Attendance => {
  const waiting = useSyncExternalStore(onPresses, waitingPresses);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const showMark = useShowMark();
  const show = useRef(showMark);
  show.current = showMark;

  const send = useCallback(() => {
    void sendPresses({
      whoIsOnDuty: readStaffIdentity,
      deliver: async (press) => show.current(press.bookingId, await markAttendance(press)),
      isFinal: (error) => error instanceof AttendanceNotUpdated && error.isFinal,
      onRefused: ({ bookingId }) => setRefused((before) => new Set(before).add(bookingId)),
    });
  }, []);

  useEffect(() => {
    send();
    globalThis.addEventListener('online', send);
    return () => globalThis.removeEventListener('online', send);
  }, [send]);

  const mine = waiting.filter(({ pressedBy }) => pressedBy === readStaffIdentity());
  return {
    markOf: ({ id, attended }) => {
      const press = waiting.find(({ bookingId }) => bookingId === id);
      if (press !== undefined) return { attended: press.attended, state: 'unsent' };
      return { attended, state: refused.has(id) ? 'refused' : 'saved' };
    },
    press: (bookingId, attended) => {
      setRefused((before) => new Set([...before].filter((id) => id !== bookingId)));
      const pressedBy = readStaffIdentity();
      if (pressedBy === null) return;
      keepPress({ bookingId, attended, markedAt: new Date(readStudioNow()).toISOString(), pressedBy });
      send();
    },
    unsent: mine.length,
    unsentOfOthers: waiting.length - mine.length,
    send,
  };
};
