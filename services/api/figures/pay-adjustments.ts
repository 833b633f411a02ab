import type { PayAdjustment } from '#domain/pay/events.ts';
import type { PaidLine } from '#projections/read-models/pay/queries.ts';
import type { ClassPay } from './class-pay.ts';

/** All that was paid to an instructor for a class, with the latest line of it. */
interface Paid {
  readonly pence: number;
  readonly latest: PaidLine;
}

function sumPaid(lines: readonly PaidLine[]): Map<number, Map<number, Paid>> {
  const byClass = new Map<number, Map<number, Paid>>();
  for (const line of lines) {
    const byInstructor = byClass.get(line.classId) ?? new Map<number, Paid>();
    const before = byInstructor.get(line.instructorId)?.pence ?? 0;
    byInstructor.set(line.instructorId, { pence: before + line.pence, latest: line });
    byClass.set(line.classId, byInstructor);
  }
  return byClass;
}

/**
 * The differences between what classes pay now and what was paid for them, by class and instructor. They come from
 * later attendance marks, or a rate that was set for days past. `lines` are in the order of the closings.
 */
export function computeAdjustments(
  lines: readonly PaidLine[],
  current: readonly ClassPay[],
): PayAdjustment[] {
  const paid = sumPaid(lines);
  return current.flatMap((now) => {
    const byInstructor = paid.get(now.classId) ?? new Map<number, Paid>();
    const instructorIds = new Set([...byInstructor.keys(), now.instructorId]);
    return [...instructorIds].flatMap((instructorId) => {
      const before = byInstructor.get(instructorId);
      const paidPence = before?.pence ?? 0;
      const isTeacher = instructorId === now.instructorId;
      const pence = (isTeacher ? now.pence : 0) - paidPence;
      if (pence === 0) return [];
      const { classId, level, date, time, pay } = now;
      const heads = isTeacher && !now.isCancelled ? now.heads : 0;
      const paidHeads = before?.latest.heads ?? 0;
      return [
        { classId, instructorId, level, date, time, ...toPay(pay), heads, pence, paidPence, paidHeads },
      ];
    });
  });
}

const toPay = ({ basePence, perHeadPence, above }: ClassPay['pay']) => ({ basePence, perHeadPence, above });
