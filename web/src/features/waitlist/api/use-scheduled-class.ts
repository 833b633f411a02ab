import type { ClassAnswer } from '#services/contract/schedule.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useRead } from '#web/lib/use-read.ts';

interface ScheduledClassRead {
  readonly found: ClassAnswer | undefined;
  readonly problem: 'none' | 'not-found' | 'failed';
  readonly retry: () => void;
}

/** One class of the timetable, cancelled or not; null reads nothing. */
export const useScheduledClass = (classId: number | null): ScheduledClassRead => {
  const { data, error, hasFailed, retry } = useRead<ClassAnswer>(
    classId === null ? null : `/api/classes/${classId}`,
  );
  const isNotFound = classId === null || (error instanceof ApiError && error.status === 404);
  return { found: data, problem: isNotFound ? 'not-found' : hasFailed ? 'failed' : 'none', retry };
};
