import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDaysToDay } from '../london-time.ts';
import { given } from '../testing/given.fixture.ts';
import { closePayPeriod, findOverlap } from './decide.ts';
import { type PayPeriod, payDecider } from './decider.ts';
import type { PaidClass, PayAdjustment, PayEvent } from './events.ts';

const line = {
  ...{ instructorId: 3, level: 'beginner', date: '2026-05-04', time: '09:00', heads: 5 },
  ...{ basePence: 3_000, perHeadPence: 250, above: 4 },
};
const classes: readonly PaidClass[] = [{ ...line, classId: 7, unmarked: 0, pence: 3_250 }];
const adjustments: readonly PayAdjustment[] = [
  { ...line, classId: 5, pence: -250, paidPence: 3_500, paidHeads: 6 },
];
const may = { from: '2026-05-01', to: '2026-05-31' };
const after = '2026-06-02T09:00:00.000Z';
const closed = (period: PayPeriod): PayEvent => ({
  type: 'PayPeriodClosed',
  data: { ...period, classes, adjustments, totalPence: 3_000, at: after },
});
const whenClosing = (period: PayPeriod, at: string, ...history: PayEvent[]) =>
  given(payDecider, ...history).when((state) =>
    closePayPeriod(state, {
      ...{ ...period, classes, adjustments, closedBefore: history.length },
      now: new Date(at),
    }),
  );

it('closes a period with the sum of its classes and adjustments', () => {
  whenClosing(may, after).gives(closed(may));
});

it('closes a period only after its last day in London', () => {
  whenClosing(may, '2026-05-31T22:59:59.999Z').refuses('PAY_PERIOD_NOT_OVER');
  const at = '2026-05-31T23:00:00.000Z';
  whenClosing(may, at).gives({ ...closed(may), data: { ...closed(may).data, at } });
});

it.each([
  [may],
  [{ from: '2026-05-31', to: '2026-06-01' }],
  [{ from: '2026-04-20', to: '2026-05-01' }],
  [{ from: '2026-05-10', to: '2026-05-11' }],
  [{ from: '2026-04-01', to: '2026-06-01' }],
])('refuses %o, which shares a day with a closed period', (period) => {
  whenClosing(period, after, closed(may)).refuses('PAY_PERIOD_CLOSED');
});

it('closes the periods before and after a closed one', () => {
  const [april, june] = [
    { from: '2026-04-01', to: '2026-04-30' },
    { from: '2026-06-01', to: '2026-06-01' },
  ];
  for (const period of [april, june]) whenClosing(period, after, closed(may)).gives(closed(period));
});

it('refuses adjustments that do not know of a period closed meanwhile', () => {
  const june = { from: '2026-06-01', to: '2026-06-01' };
  given(payDecider, closed(may))
    .when((state) =>
      closePayPeriod(state, { ...june, classes, adjustments, closedBefore: 0, now: new Date(after) }),
    )
    .refuses('CONFLICT');
});

it('finds an overlap exactly when a day is in both periods', () => {
  const period = fc.tuple(fc.nat(20), fc.nat(10)).map(([start, days]) => ({
    from: addDaysToDay(may.from, start),
    to: addDaysToDay(may.from, start + days),
  }));
  const listDays = ({ from, to }: PayPeriod) => {
    const days: string[] = [];
    for (let day = from; day <= to; day = addDaysToDay(day, 1)) days.push(day);
    return days;
  };
  fc.assert(
    fc.property(period, period, (a, b) => {
      const isShared = listDays(a).some((day) => listDays(b).includes(day));
      expect(findOverlap([a], b) !== undefined).toBe(isShared);
    }),
  );
});
