import { z } from 'zod';

/** Text without characters that Postgres refuses. */
const line = (most: number) => z.string().min(1).max(most);

/** Brevo counts in whole seconds. Up to the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799);

/**
 * One event of Brevo, transactional or of a campaign; it has more fields than these. `id` is the webhook's, not the event's. An event
 * of a contact has no address, or a list of them.
 */
const mailEvent = z.object({
  event: line(100),
  email: z.unknown().optional(),
  ts_event: seconds.optional(),
  ts: seconds.optional(),
  'message-id': line(500).optional(),
  camp_id: z.int().optional(),
});
export type MailEvent = z.infer<typeof mailEvent>;

/** The address of an event about one recipient. */
export const mailEventAddress = z.email().max(320);

/** POST /api/webhooks/brevo: one event, or a list of them where Brevo sends them in batches. */
export const mailEvents = z.union([
  mailEvent.transform((event) => [event]),
  z.array(mailEvent).min(1).max(1_000),
]);
