import { expect, it } from 'vitest';
import type { InstructorPay } from '#services/contract/pay.ts';
import { formatPayCsv, formatRate } from './pay-lines.ts';

const line = {
  level: 'beginner' as const,
  ...{ classId: 7, date: '2026-05-04', time: '09:00', heads: 5 },
  ...{ basePence: 3_000, perHeadPence: 250, above: 4 },
};

it('writes a rate with what heads add', () => {
  expect(formatRate(line)).toBe('£30.00 + £2.50 a head above 4');
  expect(formatRate({ ...line, perHeadPence: 0 })).toBe('£30.00');
});

it('writes each class and adjustment as a line in pounds', () => {
  const kim: InstructorPay = {
    ...{ instructorId: 3, name: '=Kim', unmarked: 1, totalPence: 3_000 },
    classes: [{ ...line, unmarked: 1, pence: 3_250 }],
    adjustments: [{ ...line, classId: 5, heads: 4, pence: -250, paidPence: 3_250, paidHeads: 5 }],
  };
  const [, first, second] = formatPayCsv([kim]).split('\r\n');
  expect(first).toBe("'=Kim,Class,2026-05-04,09:00,Beginner,7,5,1,30,2.5,4,,32.5");
  expect(second).toBe("'=Kim,Adjustment,2026-05-04,09:00,Beginner,5,4,,30,2.5,4,32.5,-2.5");
});
