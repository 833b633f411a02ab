import { z } from 'zod';
import { personalDataKinds } from '#domain/member/events.ts';
import { addressFault } from './address-fault.ts';
import { adminMember, memberPass } from './admin-members.ts';
import { passCounts } from './audit.ts';
import { myBooking } from './bookings.ts';
import { complaintEntry } from './complaints.ts';
import { firstOf } from './first-of.ts';
import { adminMembership } from './membership.ts';
import { moneyKinds } from './money-kinds.ts';
import { maxNoteLength } from './note-length.ts';
import { linesText } from './text.ts';
import { classType, instant, numericId, requestKey, wallDate } from './values.ts';
import { lotHistoryEntry } from './wallet.ts';

const count = z.number().int();

const personClass = z.object({
  id: numericId,
  name: classType,
  date: wallDate,
  time: z.string(),
  startsAt: instant,
});

/** One event of a lot, with what caused it and the rule that decided it. */
const personLotEvent = lotHistoryEntry
  .pick({ position: true, at: true, type: true, passes: true, from: true, to: true, balance: true })
  .extend({
    expiresAt: instant.nullable().describe('The last instant of the lot, where the event sets it'),
    reason: lotHistoryEntry.shape.reason,
    bookingId: numericId.nullable(),
    class: personClass.nullable(),
    by: z.string().describe('Who caused it, in words'),
    why: z.string().describe('What caused it'),
    rule: z.string().nullable().describe('What the rule said that decided it; null when none did'),
  });
export type PersonLotEvent = z.infer<typeof personLotEvent>;

const personLot = memberPass.extend({
  counts: passCounts,
  paymentIntentId: z.string().nullable(),
  events: z.array(personLotEvent).describe('The latest first'),
});
export type PersonLot = z.infer<typeof personLot>;

/** A pass that bought no class, or a class that was missed. */
const personLoss = z.object({
  key: z.string(),
  at: instant,
  kind: z.enum([
    ...['late_cancellation', 'no_show', 'lapsed'],
    ...['refund', 'dispute', 'staff', 'membership', 'import'],
  ] as const),
  passes: count,
  lotId: z.string(),
  passName: z.string(),
  class: personClass.nullable(),
  why: z.string().describe('What caused it'),
  rule: z.string().describe('The rule that decided it'),
  freeUntil: instant.nullable().describe('With a late cancellation: until when it would have been free'),
  cameBack: z.boolean().describe('The pass came back later'),
});
export type PersonLoss = z.infer<typeof personLoss>;

const personMoney = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(moneyKinds),
  what: z.string().describe('The pass or the plan'),
  amountPence: z.number().int().describe('Negative for money that went back'),
  paymentId: z.string().describe('Of the payment, or of the invoice of a membership'),
  disputeId: z.string().nullable().describe('Of money that went back with a dispute; null for any other'),
  paymentIntentId: z.string().nullable().describe('Of the payment at Stripe, which can be refunded'),
});
export type PersonMoney = z.infer<typeof personMoney>;

const openPayment = z.object({
  paymentId: z.string(),
  what: z.string(),
  amountPence: count,
  state: z.enum(['started', 'failed', 'abandoned']),
  at: instant,
});

const personWait = z.object({ class: personClass, joinedAt: instant, leftAt: instant.nullable() });

const personEmail = z.object({
  id: z.string(),
  kind: z.string(),
  sentAt: instant,
  outcome: z
    .enum([
      'deferred',
      'soft_bounce',
      'delivered',
      'error',
      'invalid_email',
      'blocked',
      'hard_bounce',
      'spam',
    ])
    .nullable()
    .describe('What the mail provider reported about this email; null while it reported nothing'),
  outcomeAt: instant.nullable(),
});
export type PersonEmail = z.infer<typeof personEmail>;

const personNote = z.object({ id: z.string(), at: instant, text: z.string(), by: z.string() });

const person = z.object({
  erased: z.literal(false),
  member: adminMember,
  dateOfBirth: wallDate.nullable(),
  lastSignedInAt: instant.nullable().describe('null when it was never noted'),
  consents: z.object({
    newsletter: z.boolean(),
    history: firstOf(z.object({ consent: z.string(), given: z.boolean(), at: instant })),
  }),
  losses: firstOf(personLoss),
  lots: firstOf(personLot),
  balanced: z.boolean().describe('Whether every pass that was granted is in one place'),
  bookings: firstOf(myBooking).describe('The latest class first'),
  membership: adminMembership.nullable(),
  money: firstOf(personMoney).extend({ receivedPence: count, returnedPence: count }),
  unpaid: firstOf(openPayment).describe('Payments that were begun and not completed'),
  waits: firstOf(personWait),
  emails: firstOf(personEmail),
  addressMarks: firstOf(
    z.object({ at: instant, fault: addressFault.nullable().describe('null where the mark was removed') }),
  ).describe('When mail came back, was blocked or reported as spam'),
  complaints: firstOf(complaintEntry).describe('Those that were made with the present email address'),
  notes: firstOf(personNote),
  readings: firstOf(
    z.object({
      at: instant,
      what: z.enum(personalDataKinds),
      classId: numericId.nullable(),
      by: z.string(),
    }),
  ).describe('Who opened the page, the health details, or the identity at the auditor’s desk'),
});
export type Person = z.infer<typeof person>;

const erasedPerson = z.object({
  erased: z.literal(true),
  id: z.string(),
  joinedAt: instant,
  erasedAt: instant,
  bookings: count,
  payments: count,
});

/** GET /api/admin/members/{id}: everything that staff may know of a member; every list starts with the newest. */
export const personAnswer = z.object({
  success: z.literal(true),
  person: z.discriminatedUnion('erased', [person, erasedPerson]),
  now: instant,
});
export type PersonAnswer = z.infer<typeof personAnswer>;

/** POST /api/admin/members/{id}/notes */
export const noteBody = z.object({
  text: linesText
    .min(1, 'Please write the note')
    .max(maxNoteLength, 'Please use at most 2,000 characters')
    .describe('The member can ask to read it'),
  requestKey,
});

export const noteAnswer = z.object({ success: z.literal(true) });
