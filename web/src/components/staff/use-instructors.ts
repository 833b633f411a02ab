import type { InstructorsAnswer } from '#services/contract/schedule.ts';
import { useRead } from '#web/lib/use-read.ts';

export const instructorsPath = '/api/admin/instructors';

/** The instructors by name; live updates refresh them. */
export const useInstructors = () => useRead<InstructorsAnswer>(instructorsPath);
