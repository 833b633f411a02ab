import useSWR from 'swr';
import type { WaitlistAnswer } from '../../../../../services/contract/waitlist.ts';

interface WaitlistOfClass {
  readonly line: WaitlistAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The member and the line of one class, with all that happened since they joined; undefined while it loads. */
export const useWaitlist = (classId: number | null): WaitlistOfClass => {
  const { data, error, mutate } = useSWR<WaitlistAnswer | undefined>(
    classId === null ? null : `/api/waitlist/${classId}`,
  );
  return { line: data, failed: data === undefined && error !== undefined, retry: () => void mutate() };
};
