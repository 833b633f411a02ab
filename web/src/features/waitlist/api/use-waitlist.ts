import type { WaitlistAnswer } from '#services/contract/waitlist.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The waitlist of one class as the member sees it, with its history; undefined while loading. */
export const useWaitlist = (classId: number) => {
  const { data, hasFailed, retry } = useRead<WaitlistAnswer>(`/api/waitlist/${classId}`);
  return { waitlist: data, hasFailed, retry };
};
