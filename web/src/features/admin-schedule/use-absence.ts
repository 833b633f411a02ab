import { useClassesOfDays } from './use-timetable.ts';

/** The classes ahead of an instructor in a span of days, beside all that are taught then; none without a span. */
export function useAbsence(span: { from: string; to: string } | null, instructorId: number | null) {
  const { data, hasFailed } = useClassesOfDays(span);
  const timetable = data?.classes ?? [];
  return {
    timetable,
    own: timetable.filter(
      (shown) => shown.instructorId === instructorId && shown.startsAt > (data?.now ?? ''),
    ),
    isLoading: span !== null && data === undefined && !hasFailed,
  };
}
