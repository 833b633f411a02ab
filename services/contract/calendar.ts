import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { instant } from './values.ts';

/** A calendar in the format of RFC 5545. */
export const calendarText = z.string().describe('text/calendar');

/** GET /api/calendar/{token}.ics: everyone with the link may read it. */
export const calendarToken = z.string().regex(/^[0-9a-f]{48}$/, 'Use the link as it was made');

/** GET /api/user/calendar-feed */
export const calendarFeedAnswer = z.object({
  success: z.literal(true),
  since: instant.nullable().describe('When the link that works now was made; null when there is none'),
});
export type CalendarFeedAnswer = z.infer<typeof calendarFeedAnswer>;

/** POST /api/user/calendar-feed: a new link, which replaces the previous one. Only this answer contains the URL. */
export const calendarLinkAnswer = commandAnswer.extend({
  url: z.url(),
  since: instant,
});
export type CalendarLinkAnswer = z.infer<typeof calendarLinkAnswer>;
