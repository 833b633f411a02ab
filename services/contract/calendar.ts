import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { instant } from './values.ts';

/** A calendar as text, RFC 5545. */
export const calendarText = z.string().describe('text/calendar');

/** GET /api/calendar/{token}.ics: anyone who has the link may read it. */
export const calendarToken = z.string().regex(/^[0-9a-f]{48}$/, 'Use the link as it was made');

/** GET /api/user/calendar-feed */
export const calendarFeedAnswer = z.object({
  success: z.literal(true),
  since: instant.nullable().describe('When the link that works now was made; null when there is none'),
});
export type CalendarFeedAnswer = z.infer<typeof calendarFeedAnswer>;

/** POST /api/user/calendar-feed: a new link; the one before stops working. It is told this once, and never again. */
export const calendarLinkAnswer = commandAnswer.extend({
  url: z.url(),
  since: instant,
});
export type CalendarLinkAnswer = z.infer<typeof calendarLinkAnswer>;
