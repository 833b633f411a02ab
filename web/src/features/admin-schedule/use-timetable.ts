import type { ScopedMutator } from 'swr';
import useSWR from 'swr';
import type {
  AdminClass,
  AdminClassesAnswer,
  ClassBookingsAnswer,
  ClassWarning,
  ClassWarningsAnswer,
} from '#services/contract/admin-schedule.ts';
import type { ClassDraft } from '#web/components/staff/class-draft.ts';
import { pickSeen, type Seen } from '#web/components/staff/use-seen-edit.tsx';
import { useRead } from '#web/lib/use-read.ts';

export const classesPath = '/api/admin/classes';

/** The classes of a day by time; live updates refresh them. */
export const useDayClasses = (date: string) => useRead<AdminClassesAnswer>(`${classesPath}?date=${date}`);

/** The classes of a span of days, both inclusive, by day and time; live updates refresh them. Null reads nothing. */
export const useClassesOfDays = (span: { readonly from: string; readonly to: string } | null) =>
  useRead<AdminClassesAnswer>(span && `${classesPath}?date=${span.from}&to=${span.to}`);

/** The bookings and the waitlist of a class; live updates refresh them. */
export const useClassBookings = (classId: number) =>
  useRead<ClassBookingsAnswer>(`/api/admin/class-bookings/${classId}`);

/** The warnings about a class as planned; none while they load. */
export const useClassWarnings = (
  draft: Pick<ClassDraft, 'name' | 'time' | 'instructorId'>,
  date: string,
  changed?: { readonly id: number; readonly duration: number | null },
): { warnings: readonly ClassWarning[]; isLoading: boolean } => {
  const { name, time, instructorId } = draft;
  const query = new URLSearchParams({ name, date, time, instructorId: String(instructorId) });
  if (changed !== undefined) {
    query.set('classId', String(changed.id));
    if (changed.duration !== null) query.set('duration', String(changed.duration));
  }
  const { data, isLoading } = useSWR<ClassWarningsAnswer | undefined, Error>(
    instructorId === null || date === '' ? null : `${classesPath}/warnings?${query}`,
  );
  return { warnings: data?.warnings ?? [], isLoading };
};

const classFields = [
  'name',
  'date',
  'time',
  'instructorId',
  'maxCapacity',
  'duration',
  'isMarkedFull',
] as const;

/** What an editor of a class shows of it. */
export const pickSeenClass = (shown: AdminClass): Seen => pickSeen(shown, classFields);

/** Reloads classes, bookings and the passes left. */
export const refreshTimetable = (mutate: ScopedMutator): Promise<unknown> =>
  mutate(
    (key) =>
      typeof key === 'string' &&
      /^\/api\/admin\/(classes|class-bookings|recent-bookings|members$|weekly-class-counts)/.test(key),
  );
