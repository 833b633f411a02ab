import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Attendee } from '#services/contract/instructor.ts';
import { readStaffIdentity } from '#web/lib/staff-session.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { AttendanceUpdateError, markAttendance } from './api/mark-attendance.ts';
import { useShowMark } from './api/use-taught-classes.ts';
import { enqueueMark, readQueue, subscribeToQueue } from './attendance-queue.ts';
import { sendQueuedMarks } from './send-queued-marks.ts';

/** The attendance mark of one attendee. */
export interface Mark {
  readonly attended: boolean | null;
  /** 'unsent' is queued on this device; 'refused' was not accepted by the server. */
  readonly state: 'saved' | 'unsent' | 'refused';
}

export interface Attendance {
  readonly getMark: (attendee: Attendee) => Mark;
  readonly setMark: (bookingId: number, attended: boolean | null) => void;
  /** The queued marks of the current session. */
  readonly unsentCount: number;
  /** The marks that others queued on this device. They are sent in their own sessions. */
  readonly othersUnsentCount: number;
  readonly sendQueue: () => void;
}

/** Attendance marks that are shown immediately, queued on the device, and sent in order once the server can be reached. */
export const useAttendance = (): Attendance => {
  const queue = useSyncExternalStore(subscribeToQueue, readQueue);
  const [refusedIds, setRefusedIds] = useState<ReadonlySet<number>>(new Set());
  const showMark = useShowMark();
  const latestShowMark = useRef(showMark);
  latestShowMark.current = showMark;

  const sendQueue = useCallback(() => {
    void sendQueuedMarks({
      readIdentity: readStaffIdentity,
      send: async (mark) => latestShowMark.current(mark.bookingId, await markAttendance(mark)),
      isFinal: (error) => error instanceof AttendanceUpdateError && error.isFinal,
      onRefused: ({ bookingId }) => setRefusedIds((before) => new Set(before).add(bookingId)),
    });
  }, []);

  useEffect(() => {
    sendQueue();
    globalThis.addEventListener('online', sendQueue);
    return () => globalThis.removeEventListener('online', sendQueue);
  }, [sendQueue]);

  const own = queue.filter(({ pressedBy }) => pressedBy === readStaffIdentity());
  return {
    getMark: ({ id, attended }) => {
      const mark = queue.find(({ bookingId }) => bookingId === id);
      if (mark !== undefined) return { attended: mark.attended, state: 'unsent' };
      return { attended, state: refusedIds.has(id) ? 'refused' : 'saved' };
    },
    setMark: (bookingId, attended) => {
      setRefusedIds((before) => new Set([...before].filter((id) => id !== bookingId)));
      const pressedBy = readStaffIdentity();
      if (pressedBy === null) return;
      enqueueMark({ bookingId, attended, markedAt: new Date(readStudioNow()).toISOString(), pressedBy });
      sendQueue();
    },
    unsentCount: own.length,
    othersUnsentCount: queue.length - own.length,
    sendQueue,
  };
};
