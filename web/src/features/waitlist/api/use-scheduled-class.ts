import useSWR from 'swr';
import type { ClassAnswer } from '../../../../../services/contract/schedule.ts';
import { ApiError } from '../../../lib/api-error.ts';

interface OneClass {
  readonly found: ClassAnswer | undefined;
  readonly problem: 'none' | 'not-found' | 'failed';
  readonly retry: () => void;
}

/** One class of the timetable, cancelled ones too; null asks for nothing. */
export const useScheduledClass = (classId: number | null): OneClass => {
  const { data, error, mutate } = useSWR<ClassAnswer | undefined>(
    classId === null ? null : `/api/classes/${classId}`,
  );
  const isUnknown = classId === null || (error instanceof ApiError && error.status === 404);
  const failed = data === undefined && error !== undefined;
  return {
    found: data,
    problem: isUnknown ? 'not-found' : failed ? 'failed' : 'none',
    retry: () => void mutate(),
  };
};
