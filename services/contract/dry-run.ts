import { z } from 'zod';

/** Everyone who has a stake in a class, whether the change shows to them or not. */
export const stakes = z.object({
  seats: z.number().int().describe('Members who are booked in the class'),
  waiting: z.number().int().describe('Members who wait for it and are offered no spot'),
  offered: z.number().int().describe('Members who hold an offer of a spot'),
  feeds: z.number().int().describe('Private calendars of booked members in which this shows'),
});
export type Stakes = z.infer<typeof stakes>;

/** The effects of a command, found by deciding it without appending events. */
export const effects = z.object({
  summary: z
    .array(z.string())
    .describe('What will happen, sentence by sentence, for the person who confirms'),
  counts: z.object({
    bookings: z.number().int().describe('Bookings that end'),
    passesReturned: z.number().int(),
    passesLost: z.number().int(),
    emails: z.number().int(),
  }),
  stakes: stakes.optional().describe('With the change of a class'),
  rules: z
    .object({
      bookingsKept: z.number().int().describe('Upcoming bookings that keep the rule they were made under'),
      waiting: z.number().int().describe('Entries on waiting lists that the new rules serve'),
    })
    .optional()
    .describe('With the change of a rule'),
  people: z
    .array(z.object({ userId: z.string(), name: z.string(), effect: z.string() }))
    .describe('Who is affected, and how'),
});
export type Effects = z.infer<typeof effects>;

/** With `dryRun`, a destructive call is decided but appends no events. */
export const dryRunQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => text === 'true'),
});

/** The answer of a call with `?dryRun=true`. */
export const dryRunAnswer = z.object({
  success: z.literal(true),
  dryRun: z.literal(true),
  effects,
});
export type DryRunAnswer = z.infer<typeof dryRunAnswer>;
