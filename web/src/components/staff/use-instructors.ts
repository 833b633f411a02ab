import useSWR from 'swr';
import type { Instructor, InstructorsAnswer } from '../../../../services/contract/schedule.ts';

export const instructorsKey = '/api/admin/instructors';

/** Those who teach here, by name; live. */
export const useInstructors = (): {
  instructors: readonly Instructor[] | undefined;
  error: Error | undefined;
  retry: () => void;
} => {
  const { data, error, mutate } = useSWR<InstructorsAnswer, Error>(instructorsKey);
  return { instructors: data?.instructors, error, retry: () => void mutate() };
};
