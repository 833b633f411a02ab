import type { PersonAnswer } from '#services/contract/person.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The page of one member. Each reading is recorded, at most once an hour. */
export const usePerson = (memberId: string) =>
  useRead<PersonAnswer>(`/api/admin/members/${memberId}`, { revalidateOnFocus: true });
