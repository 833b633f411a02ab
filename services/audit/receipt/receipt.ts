import { z } from 'zod';

const count = z.number().int().nonnegative();
const place = z.number().int().positive();

const momentKinds = [
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
] as const;

/** One moment of a class's waiting list, without a name or an id of anyone. */
const receiptMoment = z.strictObject({
  at: z.iso.datetime(),
  /** The event's position in the log, for the studio's auditor. */
  position: z.string().regex(/^\d+$/),
  what: z.enum(momentKinds),
  /** Whose moment it was: the place in the waiting list before it; null for the class itself and for a member outside the waiting list. */
  place: place.nullable(),
  mine: z.boolean(),
  /** Why a member was skipped or lost an offer, or how a member got a spot. */
  reason: z.string().nullable(),
  /** The last instant of an offer. */
  until: z.iso.datetime().nullable(),
  /** The text of the rule that decided it, and its version in the rulebook; 0 is before the rulebook. */
  rule: z.strictObject({ version: count, text: z.string() }).nullable(),
  /** After the moment: places of the class, places booked, spots held by offers, members in the waiting list, and the holder's place in it. */
  capacity: count,
  booked: count,
  offered: count,
  waiting: count,
  yourPlace: place.nullable(),
});
export type ReceiptMoment = z.infer<typeof receiptMoment>;

const receiptContent = z.strictObject({
  format: z.literal('tideline-waitlist-receipt'),
  version: z.literal(1),
  studio: z.string(),
  classId: place,
  class: z.strictObject({ level: z.string(), date: z.string(), time: z.string() }),
  issuedAt: z.iso.datetime(),
  moments: z.array(receiptMoment),
});
export type ReceiptContent = z.infer<typeof receiptContent>;

/** What happened to everyone in a class's waiting list, signed by the studio, for one who waited there. */
export const receipt = z.strictObject({
  content: receiptContent,
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    fingerprint: z.string(),
    value: z.string(),
  }),
});
export type Receipt = z.infer<typeof receipt>;
