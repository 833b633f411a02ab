import { z } from 'zod';

/** What a change touched; the browser refreshes what it shows of it. */
export const liveTopics = ['classes', 'instructors', 'catalogue', 'wallet', 'bookings', 'member'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/**
 * One server-sent event of GET /api/events (event name `change`). `wallet`, `bookings` and `member` are only sent to
 * the member they concern, known by the bearer header (the browser reads the stream with `fetch`, since EventSource
 * sends no header); `dates` names the class days touched by `classes`.
 */
export const liveChange = z.object({
  topics: z.array(z.enum(liveTopics)),
  dates: z.array(z.string()).optional(),
});
export type LiveChange = z.infer<typeof liveChange>;
