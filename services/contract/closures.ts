import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { lineText } from './text.ts';
import { instant, numericId, wallDate } from './values.ts';

/** GET /api/closures: the days ahead on which the studio is closed, the next first. */
const closedDays = z.object({
  from: wallDate.describe('London day'),
  to: wallDate.describe('The last closed day'),
  reason: z.string().describe('Why, for everyone'),
});
export const closuresAnswer = z.object({ success: z.literal(true), closures: z.array(closedDays) });
export type ClosuresAnswer = z.infer<typeof closuresAnswer>;

/** GET /api/admin/closures: all of them, the latest days first, and what one may want to close for. */
const adminClosure = closedDays.extend({
  id: numericId,
  state: z.enum(['ahead', 'now', 'over', 'lifted']),
  liftedAt: instant.nullable(),
});
export type AdminClosure = z.infer<typeof adminClosure>;
export const adminClosuresAnswer = z.object({
  success: z.literal(true),
  closures: z.array(adminClosure),
  bankHolidays: z
    .array(z.object({ date: wallDate, name: z.string() }))
    .describe('Of England, in the next twelve months; none is set by itself'),
});
export type AdminClosuresAnswer = z.infer<typeof adminClosuresAnswer>;

/** POST /api/admin/closures */
export const closureBody = z.object({
  from: wallDate,
  to: wallDate,
  reason: lineText.min(1, 'Please say why, in a few words').max(80, 'Please use fewer words'),
});
export type ClosureBody = z.infer<typeof closureBody>;
export const closureAnswer = commandAnswer.extend({ closureId: numericId });
