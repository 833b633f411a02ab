import { z } from 'zod';

/** What a change concerns; the browser reads the affected data again. */
export const liveTopics = [
  'classes',
  'instructors',
  'catalogue',
  'rules',
  'wallet',
  'bookings',
  'member',
  'people',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

/**
 * One server-sent event of GET /api/events (event name `change`). `wallet`, `bookings` and `member` are sent only to
 * the member whom they concern, identified by the bearer header. The browser reads the stream with `fetch`, since
 * EventSource sends no header. `people` is sent only to admins, with the ids of the members of whom something
 * changed. `dates` are the class days of `classes`. The event `ready` comes first, then what changed in the seconds
 * before it, and `heartbeat` at a fixed interval. The event `replaced` ends a stream for a newer one of the same
 * member, whose page reconnects only when it is used again.
 */
export const liveChange = z.object({
  topics: z.array(z.enum(liveTopics)),
  dates: z.array(z.string()).optional(),
  memberIds: z.array(z.string()).optional(),
});
export type LiveChange = z.infer<typeof liveChange>;
