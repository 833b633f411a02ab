import useSWR, { type ScopedMutator } from 'swr';
import type {
  AdminClassesAnswer,
  ClassBookingsAnswer,
  ClassWarning,
  ClassWarningsAnswer,
} from '../../../../services/contract/admin-schedule.ts';
import type { ClassDraft } from '../../components/staff/class-draft.ts';

export const classesPath = '/api/admin/classes';

interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** The classes of a day by time, as staff keep them; live. */
export const useDayClasses = (date: string): Loaded<AdminClassesAnswer> => {
  const { data, error, mutate } = useSWR<AdminClassesAnswer | undefined, Error>(
    `${classesPath}?date=${date}`,
  );
  return { data, error, retry: () => void mutate() };
};

/** Who is booked in a class and who waits for it; live. */
export const useClassBookings = (classId: number): Loaded<ClassBookingsAnswer> => {
  const { data, error, mutate } = useSWR<ClassBookingsAnswer | undefined, Error>(
    `/api/admin/class-bookings/${classId}`,
  );
  return { data, error, retry: () => void mutate() };
};

/** What staff should know before a class stands as planned; `isAsking` until that is known. */
export const useClassWarnings = (
  draft: Pick<ClassDraft, 'name' | 'time' | 'instructorId'>,
  date: string,
  classId?: number,
): { warnings: readonly ClassWarning[]; isAsking: boolean } => {
  const { name, time, instructorId } = draft;
  const query = new URLSearchParams({ name, date, time, instructorId: String(instructorId) });
  if (classId !== undefined) query.set('classId', String(classId));
  const { data, isLoading } = useSWR<ClassWarningsAnswer | undefined, Error>(
    instructorId === null || date === '' ? null : `${classesPath}/warnings?${query}`,
  );
  return { warnings: data?.warnings ?? [], isAsking: isLoading };
};

/** Reads again what shows classes, bookings and what is left on passes. */
export const refreshTimetable = async (mutate: ScopedMutator): Promise<void> => {
  await mutate(
    (key) =>
      typeof key === 'string' &&
      /^\/api\/admin\/(classes|class-bookings|recent-bookings|members$|weekly-class-counts)/.test(key),
  );
};
