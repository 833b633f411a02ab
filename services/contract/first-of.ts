import { z } from 'zod';

/** The first entries of a list, and how many there are in all. */
export const firstOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ total: z.number().int(), entries: z.array(entry) });
