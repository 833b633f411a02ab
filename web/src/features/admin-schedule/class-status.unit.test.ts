import { expect, it } from 'vitest';
import { classStatus } from './class-status.ts';

const filled = (bookedCount: number, maxCapacity: number, status: 'OPEN' | 'FULL' | 'MARKED FULL' = 'OPEN') =>
  classStatus({ status, bookedCount, maxCapacity, spotsLeft: maxCapacity - bookedCount });

it('says what is left, green below 80 % and orange from there', () => {
  expect(filled(0, 7)).toEqual({ text: '7 spots left', tone: 'kelp' });
  expect(filled(5, 7)).toEqual({ text: '2 spots left', tone: 'kelp' });
  expect(filled(6, 7)).toEqual({ text: '1 spot left', tone: 'amber' });
  expect(filled(7, 10)).toEqual({ text: '3 spots left', tone: 'kelp' });
  expect(filled(8, 10)).toEqual({ text: '2 spots left', tone: 'amber' });
});

it('says full in red, whoever decided it', () => {
  expect(filled(7, 7, 'FULL')).toEqual({ text: 'FULL', tone: 'rust' });
  expect(filled(2, 7, 'MARKED FULL')).toEqual({ text: 'MARKED FULL', tone: 'rust' });
});
