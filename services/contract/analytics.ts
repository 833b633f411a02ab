import { z } from 'zod';
import { moneyKinds } from './money-kinds.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

const pence = z.number().int();
const count = z.number().int();
const percentage = z.number().describe('0 to 100, one decimal place');

/** The place of an event in the log. */
export const logPlace = z.object({
  position: z.string().describe('Commit position, decimal'),
  stream: z.string(),
  revision: z.string(),
});

/** GET /api/admin/weekly-analytics?weekStartDate= */
export const weekQuery = z.object({ weekStartDate: wallDate });

export const classFigures = z.object({
  id: numericId,
  name: classType,
  date: wallDate,
  time: z.string(),
  instructorId: numericId,
  instructorName: z.string(),
  maxCapacity: count,
  bookedCount: count,
  fillPercentage: percentage,
  totalRevenue: pence.describe('The value of the passes that the class consumed'),
  instructorFee: pence,
  profit: pence,
});
export type ClassFigures = z.infer<typeof classFigures>;

export const dayFigures = z.object({
  day: z.string().describe("'Monday'"),
  date: wallDate,
  totalClasses: count,
  totalBooked: count,
  totalCapacity: count,
  fillPercentage: percentage,
  totalRevenue: pence,
  totalInstructorFees: pence,
  totalProfit: pence,
  classes: z.array(classFigures),
});

export const weekFigures = z.object({
  weekStart: wallDate.describe('A Monday'),
  weekEnd: wallDate,
  totalClasses: count,
  totalBooked: count,
  totalCapacity: count,
  fillPercentage: percentage,
  totalRevenue: pence,
  totalInstructorFees: pence,
  totalProfit: pence,
  dailyBreakdown: z.array(dayFigures),
});
export type WeekFigures = z.infer<typeof weekFigures>;
export const weeklyAnalyticsAnswer = z.object({ success: z.literal(true), weeklyData: weekFigures });
export type WeeklyAnalyticsAnswer = z.infer<typeof weeklyAnalyticsAnswer>;

/** GET /api/admin/monthly-report?year=&month=, and the same with /excel. */
const wholeNumberText = (least: number, most: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().int().min(least, message).max(most, message));
const wrongYear = 'Use a year like 2026';
const wrongMonth = 'Use a month from 1 to 12';
export const monthQuery = z.object({
  year: wholeNumberText(2000, 2100, wrongYear),
  month: wholeNumberText(1, 12, wrongMonth),
});

/** The sales of one product. */
const moneyLine = z.object({
  name: z.string(),
  count: count.describe('How many were sold'),
  gross: pence,
  returned: pence.describe('Refunds and disputes of the month, as a positive number'),
  revenue: pence.describe('gross less returned'),
});

/** A movement in this month that belongs to a sale of a closed month. */
const adjustment = logPlace.extend({
  at: instant,
  ofMonth: z.string().describe('yyyy-MM'),
  name: z.string(),
  kind: z.enum(['refund', 'refund_failed', 'dispute', 'dispute_won', 'late_sale']),
  amount: pence.describe('Negative when money went back'),
});

export const monthFigures = z.object({
  year: count,
  month: count,
  isOver: z.boolean(),
  passSales: z.object({
    totalRevenue: pence.describe('Received less returned, by the day'),
    totalSold: count,
    gross: pence,
    returned: pence,
    summary: z.array(moneyLine),
  }),
  membershipSales: z.object({
    totalRevenue: pence,
    totalSold: count,
    gross: pence,
    returned: pence,
    summary: z.array(moneyLine),
  }),
  classes: z.object({
    totalClasses: count.describe('Held so far'),
    totalBooked: count,
    totalCapacity: count,
    fillPercentage: percentage,
    classRevenue: pence.describe('The value of the passes that those classes consumed; not money received'),
    summary: z.array(
      z.object({ name: z.string(), classes: count, booked: count, capacity: count, revenue: pence }),
    ),
  }),
  instructorCosts: z.object({
    totalCosts: pence,
    totalClasses: count,
    summary: z.array(z.object({ name: z.string(), classes: count, costs: pence })),
  }),
  adjustments: z.array(adjustment).describe('Included in the sums above'),
  totals: z.object({
    totalRevenue: pence,
    totalCosts: pence,
    netProfit: pence,
  }),
});
export type MonthFigures = z.infer<typeof monthFigures>;

export const monthlyReportAnswer = z.object({
  success: z.literal(true),
  monthlyData: monthFigures,
  closed: z
    .object({ at: instant, by: z.string(), position: z.string() })
    .nullable()
    .describe('Set when the month is closed: the figures are those of that moment, for ever'),
});
export type MonthlyReportAnswer = z.infer<typeof monthlyReportAnswer>;

/** POST /api/admin/months/close; with ?dryRun=true it answers the effects of closing. */
export const closeMonthBody = z.object({
  year: z.number().int().min(2000, wrongYear).max(2100, wrongYear),
  month: z.number().int().min(1, wrongMonth).max(12, wrongMonth),
});

/** GET /api/admin/pass-sales: the last 30 days, by London days. */
export const passSalesAnswer = z.object({
  success: z.literal(true),
  from: wallDate,
  to: wallDate,
  salesData: z.array(
    z.object({
      passId: numericId,
      passName: z.string(),
      totalSales: count,
      totalRevenue: pence,
      averagePrice: pence,
    }),
  ),
  recentPurchases: z.array(
    z.object({
      id: z.string().describe('The lot'),
      userId: z.string(),
      userName: z.string().describe('Blank once forgotten'),
      passName: z.string(),
      passClasses: count,
      passPrice: pence,
      purchaseDate: instant,
      paymentIntentId: z.string().nullable(),
      returned: pence,
    }),
  ),
});
export type PassSalesAnswer = z.infer<typeof passSalesAnswer>;

/** GET /api/admin/trends: the data of the charts. */
export const trendsAnswer = z.object({
  success: z.literal(true),
  fill: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7).describe('1 Monday to 7 Sunday'),
        hour: z.number().int().min(0).max(23),
        classes: count,
        booked: count,
        capacity: count,
        fillPercentage: percentage,
      }),
    )
    .describe('Classes held in the last 8 weeks'),
  weeks: z
    .array(
      z.object({
        weekStart: wallDate,
        classRevenue: pence,
        instructorFees: pence,
        booked: count,
        capacity: count,
      }),
    )
    .describe('The last 12 weeks and the present one'),
  months: z
    .array(
      z.object({
        month: z.string().describe('yyyy-MM'),
        passRevenue: pence,
        membershipRevenue: pence,
        passesGranted: count,
        passesUsed: count.describe('Used or lost to a late cancellation'),
        passesUnused: count.describe('Expired or taken back'),
        membersNew: count.describe('First class in this month'),
        membersReturning: count.describe('A class in this month and one before it'),
        membersAtRisk: count.describe('Came in the 60 days before the month ended, not in the last 30'),
      }),
    )
    .describe('The last 12 months, the present one last'),
});
export type TrendsAnswer = z.infer<typeof trendsAnswer>;

/** GET /api/admin/liability?on=: the value of paid and unused passes at the end of a London day. */
export const liabilityQuery = z.object({ on: wallDate });
export const liabilityAnswer = z.object({
  success: z.literal(true),
  on: wallDate,
  passes: count,
  value: pence,
  lots: z.array(
    z.object({
      lotId: z.string(),
      userId: z.string(),
      userName: z.string().describe('Blank once forgotten'),
      passName: z.string(),
      granted: count,
      unused: count,
      value: pence,
      expiresAt: instant,
    }),
  ),
});
export type LiabilityAnswer = z.infer<typeof liabilityAnswer>;

/** GET /api/admin/class-revenue/{classId}: every pass that a class consumed, with its event's place in the log. */
export const classRevenueAnswer = z.object({
  success: z.literal(true),
  classId: numericId,
  total: pence,
  uses: z.array(
    logPlace.extend({
      bookingId: numericId,
      userId: z.string(),
      userName: z.string(),
      lotId: z.string(),
      passName: z.string(),
      source: z.enum(['purchase', 'membership', 'adjustment', 'import']),
      lotPrice: pence,
      lotPasses: count,
      nthOfLot: count.describe('In the order in which the lot was used; the last one carries the remainder'),
      value: pence,
      state: z.enum(['used', 'forfeited']),
      at: instant,
    }),
  ),
});
export type ClassRevenueAnswer = z.infer<typeof classRevenueAnswer>;

/** GET /api/admin/money?year=&month=: every movement of money in a month, with its event's place in the log. */
export const moneyAnswer = z.object({
  success: z.literal(true),
  entries: z.array(
    logPlace.extend({
      kind: z.enum(moneyKinds),
      at: instant,
      userId: z.string(),
      userName: z.string(),
      name: z.string(),
      amount: pence.describe('Negative when money went back'),
      paymentIntentId: z.string().nullable(),
      invoiceId: z.string().nullable(),
    }),
  ),
});
export type MoneyAnswer = z.infer<typeof moneyAnswer>;
