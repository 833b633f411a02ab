import { expect, it } from 'vitest';
import { formatOfferEnd, formatPosition, formatTimeLeft } from './waitlist-text.ts';

const now = Date.parse('2026-05-12T13:00:00Z');

it('writes a position as an ordinal number', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map((place) => formatPosition(place).split(' ')[2]);
  expect(places).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '103rd']);
});

it('shows the end of an offer in London time, with the day when it is not today', () => {
  expect(formatOfferEnd('2026-05-12T13:30:00Z', now)).toBe('14:30');
  expect(formatOfferEnd('2026-05-13T06:20:00Z', now)).toBe('Wed 13 May, 07:20');
});

it('rounds the time left to minutes, down to the last one', () => {
  const left = (milliseconds: number) => formatTimeLeft(new Date(now + milliseconds).toISOString(), now);
  expect(left(30 * 60_000)).toBe('30 minutes left');
  expect(left(30 * 60_000 + 15_000)).toBe('30 minutes left');
  expect(left(60_000)).toBe('1 minute left');
  expect(left(59_999)).toBe('less than a minute left');
  expect(left(0)).toBe('less than a minute left');
  expect(left(60 * 60_000)).toBe('1 hour left');
  expect(left(621 * 60_000)).toBe('10 hours 21 minutes left');
});
