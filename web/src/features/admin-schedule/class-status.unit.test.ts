import { expect, it } from 'vitest';
import { describeClassStatus } from './class-status.ts';

const describe = (
  bookedCount: number,
  maxCapacity: number,
  status: 'OPEN' | 'FULL' | 'MARKED FULL' = 'OPEN',
) => describeClassStatus({ status, bookedCount, maxCapacity, spotsLeft: maxCapacity - bookedCount });

it('describes the spots left, in green below 80 % and in orange from there', () => {
  expect(describe(0, 7)).toEqual({ text: '7 spots left', tone: 'kelp' });
  expect(describe(5, 7)).toEqual({ text: '2 spots left', tone: 'kelp' });
  expect(describe(6, 7)).toEqual({ text: '1 spot left', tone: 'amber' });
  expect(describe(7, 10)).toEqual({ text: '3 spots left', tone: 'kelp' });
  expect(describe(8, 10)).toEqual({ text: '2 spots left', tone: 'amber' });
});

it('describes a full class and one marked full in red', () => {
  expect(describe(7, 7, 'FULL')).toEqual({ text: 'FULL', tone: 'rust' });
  expect(describe(2, 7, 'MARKED FULL')).toEqual({ text: 'MARKED FULL', tone: 'rust' });
});
