import type { Pool, PoolClient } from 'pg';
import { findOverlap, isPeriodOver, sumPay } from '#domain/pay/decide.ts';
import type { PayPeriod } from '#domain/pay/decider.ts';
import type { PaidClass, PayAdjustment } from '#domain/pay/events.ts';
import { inSnapshot } from '#infra/postgres/transaction.ts';
import { readInstructorNames } from '#projections/read-models/instructors/queries.ts';
import {
  type ClosedPeriod,
  readAllPaidLines,
  readClosedPeriods,
  readHeldClasses,
  readHeldClassesByIds,
  readPaidLines,
} from '#projections/read-models/pay/queries.ts';
import { type ClassPay, readClassPay } from './class-pay.ts';
import { computeAdjustments } from './pay-adjustments.ts';

export interface PayReport extends PayPeriod {
  readonly classes: readonly PaidClass[];
  readonly adjustments: readonly PayAdjustment[];
  readonly totalPence: number;
  readonly isOver: boolean;
  /** Set when the period is closed: everything above is then as it was closed. */
  readonly closing: ClosedPeriod | null;
  /** A closed period that shares a day with this one, and is not this one. */
  readonly overlapped: ClosedPeriod | null;
  /** The latest first. */
  readonly periods: readonly ClosedPeriod[];
  readonly instructorNames: ReadonlyMap<number, string>;
}

function toPaidClass({ pay, ...held }: ClassPay): PaidClass {
  const { classId, instructorId, level, date, time, heads, unmarked, pence } = held;
  const { basePence, perHeadPence, above } = pay;
  const line = { classId, instructorId, level, date, time, heads, unmarked };
  return { ...line, basePence, perHeadPence, above, pence };
}

async function readClosedPay(source: PoolClient, { from }: PayPeriod) {
  const lines = await readPaidLines(source, from);
  return {
    classes: lines.filter(({ isAdjustment }) => !isAdjustment),
    adjustments: lines.filter(({ isAdjustment }) => isAdjustment),
  };
}

/**
 * What classes of the period pay as of now, without those that an earlier closing paid, whatever moved since. Also
 * how much more or less the classes of earlier closed periods pay than they were paid.
 */
async function readOpenPay(source: PoolClient, period: PayPeriod, now: Date) {
  const paid = await readAllPaidLines(source);
  const paidIds = new Set(paid.map(({ classId }) => classId));
  const held = await readHeldClasses(source, period, now);
  const classes = await readClassPay(
    source,
    held.filter(({ classId }) => !paidIds.has(classId)),
  );
  const earlierIds = new Set(paid.filter(({ to }) => to < period.from).map(({ classId }) => classId));
  const earlier = await readHeldClassesByIds(source, [...earlierIds]);
  const begun = earlier.filter(({ startsAt }) => new Date(startsAt) <= now);
  return {
    classes: classes.map(toPaidClass),
    adjustments: computeAdjustments(paid, await readClassPay(source, begun)),
  };
}

/** The pay of a span of London days, as it was closed or as of now. */
export function readPay(pool: Pool, { from, to }: PayPeriod, now: Date): Promise<PayReport> {
  return inSnapshot(pool, async (client) => {
    const periods = await readClosedPeriods(client);
    const closing = periods.find((period) => period.from === from && period.to === to) ?? null;
    const { classes, adjustments } =
      closing === null ? await readOpenPay(client, { from, to }, now) : await readClosedPay(client, closing);
    return {
      ...{ from, to, classes, adjustments, closing, periods },
      totalPence: sumPay(classes) + sumPay(adjustments),
      isOver: isPeriodOver({ from, to }, now),
      overlapped: closing === null ? (findOverlap(periods, { from, to }) ?? null) : null,
      instructorNames: await readInstructorNames(client),
    };
  });
}
