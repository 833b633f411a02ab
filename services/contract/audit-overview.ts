import { z } from 'zod';
import { personalDataKinds } from '#domain/member/events.ts';
import { auditEvent, memberIdText, passCounts } from './audit.ts';
import { auditVerdict } from './audit-verification.ts';
import { instant, wallDate } from './values.ts';

const count = z.number().int();
const pence = z.number().int();
const position = auditEvent.shape.position;
const monthText = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Use a month like 2026-05');

const lotTotals = z.object({ lots: count, passes: count, pence: pence.describe('What they were sold for') });
const entries = z.object({ count, pence });

const flowCounts = z.object({
  granted: count,
  used: count,
  forfeited: count,
  expired: count,
  revoked: count,
});

/** An event behind a figure. */
const figureEvent = z.object({
  position,
  at: instant,
  amount: z.number().int().describe('What it adds to the figure; negative when it takes away'),
  event: auditEvent
    .omit({ position: true, at: true, causedBy: true, rule: true, moved: true, balance: true })
    .nullable()
    .describe('null once the records of its member were removed'),
});
export type AuditFigureEvent = z.infer<typeof figureEvent>;

/** What a verification found, and the seal on it. */
const lastVerification = z.object({
  id: z.uuid(),
  origin: z.enum(['night', 'desk', 'command']).describe('`command` is npm run audit'),
  startedBy: z.string().nullable().describe('In words; null when no staff started it'),
  verifiedAt: instant.describe('By the studio clock'),
  ageSeconds: count,
  holds: z.boolean(),
  tookMs: count,
  covered: z.object({
    position: position.nullable(),
    events: count,
    streams: count,
    wallets: count,
    payments: count,
    readModels: count,
    rows: count,
    erased: count,
  }),
  exceptions: z.object({
    inEvents: count,
    inReadModels: count.describe('Rows that are not as the events say, and read models not compared'),
    first: auditVerdict.shape.events.shape.exceptions.describe('At most three'),
  }),
  seal: z.object({
    algorithm: z.literal('Ed25519'),
    fingerprint: z.string(),
    value: z.string().describe('Of the canonical JSON of the stored result, base64'),
    intact: z.boolean().describe('Whether the stored result is as it was signed'),
  }),
});
export type LastVerificationAnswer = z.infer<typeof lastVerification>;

/** GET /api/audit/overview: the books. Names no member, so reading it records no reading of personal data. */
export const auditOverviewAnswer = z.object({
  success: z.literal(true),
  asOf: instant,
  position: position.nullable().describe('All figures are projected at least up to here'),
  passes: passCounts,
  balanced: z
    .boolean()
    .describe('Whether granted is exactly the sum of the six places, in each lot and together'),
  money: z.object({
    receivedPence: pence,
    refundedPence: pence,
    disputedPence: pence,
    retainedPence: pence.describe('Received less refunded and disputed'),
    passSales: entries,
    membershipSales: entries,
    lots: z.object({
      ...{ purchase: lotTotals, membership: lotTotals, adjustment: lotTotals },
      import: lotTotals.describe('Brought over from another system, and paid there'),
    }),
    salesWithoutLot: entries.describe('Refused, or under way'),
    lotsWithoutSale: entries,
    lotsOfOtherPrice: entries.describe('Paid lots with another price than was received, and the difference'),
    matched: z.boolean().describe('Every paid lot has its sale, at its price'),
  }),
  liability: z.object({ lots: count, passes: count, pence }).describe('Paid passes that are not used yet'),
  verification: lastVerification.nullable().describe('null before the first one'),
  readings: z.object({
    from: wallDate.describe('The Monday of this week'),
    to: wallDate.describe('Its Sunday'),
    total: count,
    readers: z.array(
      z.object({
        reader: z.string().describe('The id of a staff account, or the role of a shared password'),
        label: z.string(),
        what: z.enum(personalDataKinds),
        readings: count,
        members: count,
        lastAt: instant,
      }),
    ),
  }),
  unusual: z.object({
    counts: z.object({ adjustment: count, removal: count, refund: count, rules: count, export: count }),
    latest: z.array(figureEvent),
  }),
  flow: z
    .object({
      month: monthText,
      opening: count.describe('Passes available or held before the month'),
      ...flowCounts.shape,
      closing: count.describe('Opening and granted, less the others'),
      days: z.array(flowCounts.extend({ day: wallDate })),
    })
    .describe('The passes of this month, net of what went back'),
});
export type AuditOverviewAnswer = z.infer<typeof auditOverviewAnswer>;

const auditFigures = [
  ...['granted', 'available', 'held', 'used', 'forfeited', 'expired', 'revoked'],
  ...['received', 'received_passes', 'received_memberships', 'refunded', 'disputed'],
  ...['lots_purchase', 'lots_membership', 'lots_adjustment', 'lots_import'],
  ...['sales_without_lot', 'lots_without_sale', 'lots_other_price'],
  ...['liability', 'readings'],
  ...[
    'unusual',
    'unusual_adjustment',
    'unusual_removal',
    'unusual_refund',
    'unusual_rules',
    'unusual_export',
  ],
] as const;
const auditFigure = z.enum(auditFigures, 'Use a figure of the overview');
export type AuditFigure = z.infer<typeof auditFigure>;

/** GET /api/audit/overview/events: the events of a figure, the latest first. */
export const auditFigureQuery = z.object({
  figure: auditFigure,
  month: monthText.optional().describe('Only this London month; for the places of passes'),
  week: wallDate.optional().describe('A day of the week of readings; this week when left out'),
  reader: memberIdText.optional().describe('Only the readings of this reader'),
  what: z.enum(personalDataKinds).optional().describe('Only the readings of this kind'),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'Use the position of an event')
    .optional()
    .describe('Only events before this position'),
});
export type AuditFigureQuery = z.infer<typeof auditFigureQuery>;

export const auditFigureAnswer = z.object({
  success: z.literal(true),
  figure: auditFigure,
  unit: z.enum(['passes', 'pence', 'events']).describe('What the amounts count'),
  total: z.object({ events: count, amount: z.number().int() }).describe('Of all its events'),
  events: z.array(figureEvent),
  next: position.nullable().describe('The `before` of the next page; null on the last'),
});
export type AuditFigureAnswer = z.infer<typeof auditFigureAnswer>;
