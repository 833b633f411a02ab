import { z } from 'zod';
import { ruleKeys } from '#domain/rules/rule-keys.ts';
import { countDays } from './count-days.ts';
import { ruleValues } from './rules.ts';
import { numericId, wallDate } from './values.ts';

/** The longest span: ten years. */
const maxDays = 3_661;

/** POST /api/admin/what-if: London dates, both inclusive. Without rules the answer compares the history with itself. */
export const whatIfBody = z
  .strictObject({
    from: wallDate,
    to: wallDate,
    rules: z.strictObject(ruleValues).partial().default({}),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' })
  .refine(({ from, to }) => countDays(from, to) <= maxDays, {
    path: ['to'],
    message: 'Choose ten years at most',
  });

export const whatIfStarted = z.object({ success: z.literal(true), runId: z.string() });

export const whatIfParams = z.object({ runId: z.uuid('That is not the id of a what-if') });

/** The page of differences to answer with. */
export const whatIfQuery = z.object({
  offset: z.coerce
    .number('Use a whole number')
    .int('Use a whole number')
    .min(0, 'Use a whole number')
    .optional(),
});

export const differencesPerPage = 200;

export const whatIfFigures = [
  'bookings',
  'passesReturned',
  'passesForfeited',
  'spotsOffered',
  'spotsBooked',
  'offersLapsed',
  'seatsLost',
  'classRevenuePence',
  'instructorFeesPence',
  'people',
] as const;

const figure = z.object({ was: z.number(), wouldBe: z.number(), difference: z.number() });

const difference = z.object({
  position: z.string().describe('The event at which the two histories part'),
  classId: numericId,
  memberId: z.string(),
  outcome: z.enum(whatIfFigures),
  wouldBe: z.boolean().describe('Whether it would have been; otherwise it was, and would not have been'),
});

/** GET /api/admin/what-if/{runId} */
export const whatIfAnswer = z.object({
  success: z.literal(true),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1),
  from: wallDate,
  to: wallDate,
  rules: z.partialRecord(z.enum(ruleKeys), z.string()),
  events: z.number().int().describe('Events of the span; 0 while it runs'),
  figures: z.partialRecord(z.enum(whatIfFigures), figure).describe('Empty while it runs; money in pence'),
  differences: z
    .array(difference)
    .describe('One page of them; ids only, since naming people records a reading'),
  differenceCount: z.number().int(),
  sweep: z
    .object({
      key: z.enum(ruleKeys),
      values: z.array(
        z.object({
          value: z.string(),
          passesKept: z.number().int().describe('Passes that came back to members'),
          seatsLost: z.number().int().describe('Places that were given up and stayed empty'),
        }),
      ),
    })
    .nullable()
    .describe('With one rule: what its other values would have done'),
  heldFixed: z.array(z.string()).describe('What the answer takes as it was'),
});
export type WhatIfAnswer = z.infer<typeof whatIfAnswer>;
export type WhatIfStarted = z.infer<typeof whatIfStarted>;
