import { beforeEach, expect, it } from 'vitest';
import type { ClassEvent } from '#domain/class/events.ts';
import type { PaidClass, PayAdjustment, PayEvent } from '#domain/pay/events.ts';
import { Exceptions } from './audit-exception.ts';
import { PayLedger } from './pay-ledger.ts';

const place = { stream: 'pay-periods', revision: 0, position: 9n };
const at = '2026-05-04T12:00:00.000Z';
const seat = { classId: 7, memberId: 'ann', lotId: 'lot', at } as const;
const details = {
  ...{
    classId: 7,
    level: 'beginner',
    date: '2026-05-04',
    time: '09:00',
    startsAt: '2026-05-04T08:00:00.000Z',
  },
  ...{ durationMinutes: 50, capacity: 7, instructorId: 3 },
};
const paid: PaidClass = {
  ...{ classId: 7, instructorId: 3, level: 'beginner', date: '2026-05-04', time: '09:00' },
  ...{ heads: 2, unmarked: 1, basePence: 3_000, perHeadPence: 500, above: 1, pence: 3_500 },
};
const may = { from: '2026-05-01', to: '2026-05-31' };
const june = { from: '2026-06-01', to: '2026-06-30' };

let exceptions: Exceptions;
let ledger: PayLedger;
const applyClass = (event: ClassEvent) => ledger.applyClass(event);
const close = (
  changes: Partial<PayEvent['data']> = {},
  classes: readonly PaidClass[] = [paid],
  adjustments: readonly PayAdjustment[] = [],
) => {
  const totalPence = [...classes, ...adjustments].reduce((sum, { pence }) => sum + pence, 0);
  const data = { ...may, classes, adjustments, totalPence, at: '2026-06-01T09:00:00.000Z', ...changes };
  ledger.applyClosing({ type: 'PayPeriodClosed', data }, place);
};
const findings = () => exceptions.recorded.map(({ expected, found }) => `${expected}: ${found}`);

beforeEach(() => {
  exceptions = new Exceptions();
  ledger = new PayLedger(exceptions);
  applyClass({ type: 'ClassScheduled', data: { ...details, at: '2026-05-01T09:00:00.000Z' } });
  for (const bookingId of [1, 2, 3])
    applyClass({ type: 'SeatBooked', data: { ...seat, bookingId, source: 'member', freeUntil: at } });
  applyClass({ type: 'AttendanceMarked', data: { ...seat, bookingId: 3, attended: false, markedAt: at } });
  const rate = { classType: null, validFrom: '2026-05-01', basePence: 3_000, perHeadPence: 500, above: 1 };
  ledger.applyInstructor({
    type: 'RateSet',
    data: { instructorId: 3, ...rate, at: '2026-05-01T09:00:00.000Z' },
  });
});

it('finds nothing in a period that paid by rate and heads, and in its later adjustment', () => {
  close();
  const adjustment = { ...paid, heads: 3, pence: 500, paidPence: 3_500, paidHeads: 2 };
  close(june, [], [adjustment]);
  close({ from: '2026-07-01', to: '2026-07-31' }, [], [{ ...adjustment, pence: -500, paidPence: 4_000 }]);
  expect(findings()).toEqual([]);
});

it('leaves out what changed shortly before the closing, which is the next adjustment', () => {
  const late = '2026-06-01T08:50:00.000Z';
  applyClass({
    type: 'AttendanceMarked',
    data: { ...seat, bookingId: 3, attended: true, markedAt: late, at: late },
  });
  close();
  expect(findings()).toEqual([]);
});

it('reports another sum than that of the lines', () => {
  close({ totalPence: 3_501 });
  expect(findings()).toEqual(['3500 pence, the sum of the lines: 3501']);
});

it('reports another amount than its rate and heads give, other heads, and another instructor', () => {
  close({}, [{ ...paid, pence: 4_000 }]);
  expect(findings()).toEqual(['3500 pence for 2 heads: 4000', '3500 pence by the rate of the day: 4000']);
  exceptions.recorded.length = 0;
  close(june, [{ ...paid, classId: 7, heads: 3, pence: 4_000 }]);
  expect(findings()).toEqual(['a class that was not paid yet: paid', '2 heads: 3']);
  exceptions.recorded.length = 0;
  close({ from: '2026-07-01', to: '2026-07-31' }, [{ ...paid, instructorId: 4 }]);
  expect(findings()).toContain('pay for instructor 3: for instructor 4');
});

it('reports days that were closed before, and an adjustment of what was never paid', () => {
  close();
  const adjustment = { ...paid, classId: 8, pence: -500, paidPence: 3_000, paidHeads: 2 };
  close({ from: '2026-05-31', to: '2026-06-30' }, [], [adjustment]);
  expect(findings()).toEqual([
    'days that no other closed period has: 2026-05-31 to 2026-06-30',
    '0 pence paid before: 3000',
  ]);
});
