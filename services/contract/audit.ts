import { z } from 'zod';
import { instant, numericId } from './values.ts';

const count = z.number().int();
const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;
const position = z.string().regex(/^\d+$/).describe('Of an event in the whole log; decimal');

/** Ids in a path. */
export const memberIdText = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use the id of a member');
export const paymentIdText = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/, 'Use the id of a payment');

/** `?asOf=`: an instant; now when left out. */
export const asOfQuery = z.object({
  asOf: z.iso.datetime({ offset: true, error: 'Use an instant like 2026-05-12T09:00:00Z' }).optional(),
});

/** A moment: an instant, or the place right after one event among others of its instant. */
export const momentQuery = asOfQuery.extend({
  upTo: z
    .string()
    .regex(/^\d{1,18}$/, 'Use the position of an event')
    .optional()
    .describe('The position of the last event to look at'),
});

/** GET /api/audit/members?query= */
export const auditMembersQuery = z.object({
  query: z
    .string()
    .trim()
    .min(1, 'Type a name, an email address, a phone number, an id or a booking number')
    .max(200, 'Please search with fewer words'),
});

/** A member's identity; every reading of it is recorded. */
export const auditPerson = z.object({
  memberId: z.string(),
  name: z.string().nullable().describe('null once the member is forgotten'),
  email: z.string().nullable(),
  erased: z.boolean(),
});
export type AuditPerson = z.infer<typeof auditPerson>;

export const auditMembersAnswer = z.object({
  success: z.literal(true),
  members: z.array(auditPerson.extend({ matchedBy: z.enum(['id', 'email', 'booking', 'name', 'phone']) })),
  hasMore: z.boolean().describe('More members match than these: a longer search finds the others'),
});
export type AuditMembersAnswer = z.infer<typeof auditMembersAnswer>;

export const passCounts = z.object({
  granted: count.describe('The sum of the others'),
  available: count,
  held: count,
  used: count,
  forfeited: count,
  expired: count,
  revoked: count,
});

const actor = z.object({
  kind: z.enum(['member', 'staff', 'worker', 'webhook', 'system']),
  id: z.string().nullable().describe('Of the member or the member of staff; null of a shared password'),
  label: z.string().describe('In words'),
});

/** One event with its description. */
export const auditEvent = z.object({
  position,
  stream: z.string(),
  revision: count,
  type: z.string(),
  at: instant,
  actor,
  summary: z.string().describe('What happened'),
  why: z.string().describe('What made it happen'),
  causedBy: z.object({ position, type: z.string() }).nullable(),
  rule: z
    .object({
      version: count.describe('Of the rulebook; 0 before it'),
      event: z
        .object({ stream: z.string(), revision: count, position })
        .nullable()
        .describe('The change that began this version; null before the rulebook'),
      text: z.string().describe('What the rule said'),
    })
    .nullable()
    .describe('The rule that decided it; null when none did'),
  memberId: z.string().nullable(),
  lotId: z.string().nullable(),
  bookingId: numericId.nullable(),
  classId: numericId.nullable(),
  paymentIntentId: z.string().nullable(),
  moved: z
    .object({ passes: count, from: z.enum(places).nullable(), to: z.enum(places).nullable() })
    .nullable()
    .describe('What it moved within its lot; from or to null is outside of the wallet'),
  balance: passCounts.nullable().describe('Its lot after it'),
});
export type AuditEventAnswer = z.infer<typeof auditEvent>;

export type PassCountsAnswer = z.infer<typeof passCounts>;

const lotStatus = passCounts.extend({
  lotId: z.string(),
  source: z.enum(['purchase', 'membership', 'staff', 'import']),
  passName: z.string(),
  paymentIntentId: z.string().nullable(),
  expiresAt: instant,
  valuePence: count.describe('What all its passes are worth'),
  unusedPence: count.describe('What those are worth that are available or held'),
});

/** One contradiction in the events. */
export const auditException = z.object({
  code: z.string(),
  stream: z.string(),
  revision: count,
  position,
  memberId: z.string().optional(),
  lotId: z.string().optional(),
  bookingId: count.optional(),
  classId: count.optional(),
  paymentIntentId: z.string().optional(),
  expected: z.string(),
  found: z.string(),
  sentence: z.string(),
});
export type AuditExceptionAnswer = z.infer<typeof auditException>;

/** GET /api/audit/members/{id}/passes?asOf=&upTo= */
export const auditPassesAnswer = z.object({
  success: z.literal(true),
  member: auditPerson,
  asOf: instant,
  lots: z.array(lotStatus),
  totals: passCounts.extend({ valuePence: count, unusedPence: count }),
  events: z.array(auditEvent),
  balanced: z.boolean().describe('Whether every pass is in exactly one place, after each event'),
  exceptions: z.array(auditException).describe('What speaks against it; none while it is balanced'),
});
export type AuditPassesAnswer = z.infer<typeof auditPassesAnswer>;

/** GET /api/audit/rulebook?asOf=&upTo= */
export const auditRulebookAnswer = z.object({
  success: z.literal(true),
  asOf: instant,
  version: count.describe('0 before the rulebook: the rules are the defaults'),
  rules: z.array(z.object({ key: z.string(), title: z.string(), value: z.string() })),
  events: z.array(auditEvent.extend({ version: count.describe('After it') })),
});
export type AuditRulebookAnswer = z.infer<typeof auditRulebookAnswer>;

const classCount = z.object({ taken: count, capacity: count, waiting: count });

export type LotStatusAnswer = z.infer<typeof lotStatus>;

/** GET /api/audit/classes/{id}?asOf=&upTo= */
export const auditClassAnswer = z.object({
  success: z.literal(true),
  asOf: instant,
  classId: numericId,
  details: z
    .object({
      level: z.string(),
      date: z.string(),
      time: z.string(),
      startsAt: instant,
      durationMinutes: count,
      capacity: count,
      instructorId: numericId,
    })
    .nullable()
    .describe('null when it was not on the timetable yet'),
  cancelled: z.boolean(),
  markedFull: z.boolean(),
  count: classCount,
  seats: z.array(
    z.object({
      bookingId: numericId,
      memberId: z.string(),
      lotId: z.string(),
      source: z.enum(['member', 'staff', 'waitlist']),
      bookedAt: instant,
      attended: z.boolean().nullable(),
      released: z
        .object({
          reason: z.enum(['cancelled', 'late_cancelled', 'removed', 'class_cancelled', 'moved']),
          returnsPass: z.boolean(),
          refilledBy: numericId
            .optional()
            .describe('The booking that took the place of a late cancellation: the pass is back'),
          at: instant,
        })
        .nullable(),
    }),
  ),
  waiting: z
    .array(z.object({ entryId: numericId, memberId: z.string() }))
    .describe('The first in line first'),
  events: z.array(auditEvent.extend({ count: classCount.describe('The class after it') })),
});
export type AuditClassAnswer = z.infer<typeof auditClassAnswer>;

/** GET /api/audit/classes/{id}/members: the names behind the ids of a class's history; each is recorded as read. */
export const auditClassMembersAnswer = z.object({
  success: z.literal(true),
  members: z
    .array(auditPerson.pick({ memberId: true }).extend({ name: z.string() }))
    .describe('Everyone who ever had a seat or waited; without those whose name is erased'),
});
export type AuditClassMembersAnswer = z.infer<typeof auditClassMembersAnswer>;

/** GET /api/audit/payments/{id}?asOf=&upTo= */
export const auditPaymentAnswer = z.object({
  success: z.literal(true),
  asOf: instant,
  payment: z
    .object({
      paymentIntentId: z.string(),
      memberId: z.string(),
      passName: z.string(),
      passes: count,
      amountPence: count,
      status: z.enum(['started', 'failed', 'abandoned', 'succeeded', 'refunded']),
      lotId: z.string().nullable(),
      refundedPence: count,
      disputedPence: count,
    })
    .nullable()
    .describe('null when it was not started yet'),
  lot: lotStatus.nullable(),
  events: z.array(auditEvent),
});
export type AuditPaymentAnswer = z.infer<typeof auditPaymentAnswer>;

/** GET /api/audit/members/{id}/export */
export const auditExportQuery = asOfQuery.extend({ format: z.enum(['csv', 'json']) });
export const auditExportFile = z
  .string()
  .describe('A CSV file, or a signed bundle for `npm run audit -- verify`');
