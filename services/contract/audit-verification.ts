import { z } from 'zod';
import { auditEvent, auditException, passCounts } from './audit.ts';
import { instant } from './values.ts';

const count = z.number().int();
const position = auditEvent.shape.position;

const rowDifference = z.object({
  projection: z.string(),
  table: z.string(),
  key: z.record(z.string(), z.string()),
  column: z.string().nullable().describe('null when it is about the whole row'),
  expected: z.string().nullable().describe('By the events'),
  found: z.string().nullable(),
  sentence: z.string(),
});

export const auditVerdict = z.object({
  holds: z.boolean().describe('The green seal: no exception, and every read model as the events say'),
  verifiedAt: instant,
  tookMs: count,
  events: z.object({
    position: position.nullable(),
    exceptions: z.array(auditException).describe('The first thousand'),
    exceptionCount: count,
    underWay: z
      .object({ bookings: count, payments: count, invoices: count })
      .describe('Begun in the last 15 minutes and not at its end: no exception yet'),
    totals: z.object({
      events: count,
      streams: count,
      wallets: count,
      lots: count,
      bookings: count,
      classes: count,
      payments: count,
      invoices: count,
      erased: count.describe('Members who were erased'),
      passes: passCounts,
      pence: z.object({ received: count, refunded: count, disputed: count }),
    }),
  }),
  readModels: z.object({
    compared: z.array(
      z.object({
        projection: z.string(),
        position: position.nullable(),
        rows: count,
        differing: count,
      }),
    ),
    notCompared: z.array(z.object({ projection: z.string(), reason: z.string() })),
    differences: z.array(rowDifference).describe('The first hundred rows of each table'),
  }),
});
export type AuditVerdict = z.infer<typeof auditVerdict>;

/** GET /api/audit/verify: starts a verification, or reads the status of one. */
export const auditVerifyQuery = z.object({
  run: z.uuid('Use the id of a verification').optional().describe('Looks at this one, and begins none'),
  wait: z.literal('no').optional().describe('Answers at once; else it waits a while for the end'),
  show: z.literal('last').optional().describe('Looks at the last that ended, and begins none'),
});

/** `done` has a verdict; `running` (202) is to be polled with its `run`; `never` if none has ended yet. */
export const auditVerifyAnswer = z.object({
  success: z.literal(true),
  state: z.enum(['done', 'running', 'failed', 'never']),
  run: z.uuid().nullable(),
  eventsRead: count,
  eventsExpected: count.nullable().describe('About how many there are, once a verification has counted them'),
  verdict: auditVerdict.nullable(),
});
export type AuditVerifyAnswer = z.infer<typeof auditVerifyAnswer>;
