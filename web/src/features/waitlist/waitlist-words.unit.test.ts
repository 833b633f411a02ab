import { expect, it } from 'vitest';
import { happeningText, placeText, timeLeftText, untilText } from './waitlist-words.ts';

const now = Date.parse('2026-05-12T13:00:00Z');

it('counts places as people do', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map((place) => placeText(place).split(' ')[2]);
  expect(places).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '103rd']);
});

it('says until when in London, with the day when that is another', () => {
  expect(untilText('2026-05-12T13:30:00Z', now)).toBe('14:30');
  expect(untilText('2026-05-13T06:20:00Z', now)).toBe('Wed 13 May, 07:20');
});

it('counts down to the last minute', () => {
  const left = (milliseconds: number) => timeLeftText(new Date(now + milliseconds).toISOString(), now);
  expect(left(30 * 60_000)).toBe('30 minutes left');
  expect(left(30 * 60_000 + 15_000)).toBe('30 minutes left');
  expect(left(60_000)).toBe('1 minute left');
  expect(left(59_999)).toBe('less than a minute left');
  expect(left(0)).toBe('less than a minute left');
  expect(left(60 * 60_000)).toBe('1 hour left');
  expect(left(621 * 60_000)).toBe('10 hours 21 minutes left');
});

it('tells why and to whom a spot went, without naming anyone', () => {
  const of = { at: '2026-05-12T09:02:00Z', reason: null };
  expect(happeningText({ ...of, what: 'offered', mine: false }, false)).toBe(
    'A spot came free and was offered to someone ahead of you.',
  );
  expect(happeningText({ ...of, what: 'offered', mine: false }, true)).toContain('someone else in line');
  expect(happeningText({ ...of, what: 'skipped', mine: true, reason: 'no_pass' }, false)).toBe(
    'A spot came free, and you were skipped, since you had no pass.',
  );
  expect(happeningText({ ...of, what: 'skipped', mine: false, reason: 'pass_expires' }, false)).toContain(
    'their pass runs out',
  );
});
