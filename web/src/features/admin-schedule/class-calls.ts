import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import type { ClassCall } from './several-effects-dialog.tsx';
import { classesPath, pickSeenClass } from './use-timetable.ts';

/** 'Tue 12 May 09:30 Beginner' */
export const formatClass = ({ date, time, name }: AdminClass): string =>
  `${formatShortWallDay(date)} ${time} ${getLevelName(name)}`;

const about = (shown: AdminClass) => ({
  classId: shown.id,
  label: formatClass(shown),
  seen: pickSeenClass(shown),
});

export const toSubstitution = (shown: AdminClass, instructorId: number): ClassCall => ({
  ...about(shown),
  path: `${classesPath}/${shown.id}/instructor`,
  method: 'PATCH',
  body: { instructorId },
});

export const toMarking = (shown: AdminClass): ClassCall => ({
  ...about(shown),
  path: `${classesPath}/${shown.id}/mark-full`,
  method: 'PATCH',
  body: { isMarkedFull: true },
});

export const toCancellation = (shown: AdminClass): ClassCall => ({
  ...about(shown),
  path: `${classesPath}/${shown.id}`,
  method: 'DELETE',
  seen: { ...pickSeenClass(shown), bookedCount: shown.bookedCount },
});
