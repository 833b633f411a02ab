import { z } from 'zod';
import { instant, numericId, wallDate } from './values.ts';

const count = z.number().int().min(0);
const place = z.number().int().min(1);

/** One moment of a class's waiting list, without a name or an id of anyone. */
const receiptMoment = z.object({
  at: instant,
  position: z.string().describe('Of the event in the log, for the studio’s auditor'),
  what: z.enum([
    'joined',
    'left',
    'freed',
    'taken',
    'kept',
    'kept_no_more',
    'offered',
    'lapsed',
    'withdrawn',
    'skipped',
    'asked',
    'confirmed',
    'announced',
    'changed',
    'marked_full',
    'reopened',
    'class_cancelled',
  ]),
  place: place
    .nullable()
    .describe('Whose moment it was: the place in the line before it; null for no one in it'),
  mine: z.boolean(),
  reason: z.string().nullable(),
  until: instant.nullable().describe('The last instant of an offer'),
  rule: z.object({ version: count, text: z.string() }).nullable().describe('What decided it'),
  capacity: count,
  booked: count.describe('Places booked after the moment'),
  offered: count.describe('Spots kept by offers after it'),
  waiting: count.describe('People in the line after it'),
  yourPlace: place.nullable().describe('The caller’s place after it'),
});

/** GET /api/waitlist/{classId}/receipt: signed, to keep as a file. `npm run audit -- verify FILE` checks it. */
export const waitlistReceipt = z.object({
  content: z.object({
    format: z.literal('tideline-waitlist-receipt'),
    version: z.literal(1),
    studio: z.string(),
    classId: numericId,
    class: z.object({ level: z.string(), date: wallDate, time: z.string() }),
    issuedAt: instant,
    moments: z.array(receiptMoment).describe('Since the caller joined, the first first'),
  }),
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    fingerprint: z.string(),
    value: z.string(),
  }),
});
export type WaitlistReceipt = z.infer<typeof waitlistReceipt>;
export type ReceiptMoment = WaitlistReceipt['content']['moments'][number];
