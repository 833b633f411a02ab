import type { Pool, PoolClient } from 'pg';
import { computePay, findRate, type Pay, type Rate } from '#domain/instructor/rates.ts';
import { type HeldClass, type InstructorRate, readRates } from '#projections/read-models/pay/queries.ts';
import { readInstructorFees } from '#projections/read-models/setting-history/queries.ts';

/** A class with what it pays, and why. */
export interface ClassPay extends HeldClass {
  readonly pay: Pay;
  /** null for the fee of the rulebook, which counts without a rate. */
  readonly rate: Rate | null;
  readonly pence: number;
}

/** Computes what classes pay; `feeAt` is the fee of the rulebook for a class that starts at that instant. */
export function computeClassPay(
  classes: readonly HeldClass[],
  rates: readonly InstructorRate[],
  feeAt: (startsAt: Date) => number,
): ClassPay[] {
  const ratesOf = Map.groupBy(rates, ({ instructorId }) => instructorId);
  return classes.map((held) => {
    const rate = findRate(ratesOf.get(held.instructorId) ?? [], held) ?? null;
    const pay = rate ?? { basePence: feeAt(new Date(held.startsAt)), perHeadPence: 0, above: 0 };
    return { ...held, rate, pay, pence: held.isCancelled ? 0 : computePay(pay, held.heads) };
  });
}

export async function readClassPay(
  source: Pool | PoolClient,
  classes: readonly HeldClass[],
): Promise<ClassPay[]> {
  return computeClassPay(classes, await readRates(source), await readInstructorFees(source));
}
