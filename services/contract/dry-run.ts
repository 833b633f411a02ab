import { z } from 'zod';

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
