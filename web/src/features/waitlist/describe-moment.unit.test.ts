import { expect, it } from 'vitest';
import type { ReceiptMoment } from '#services/contract/waitlist-receipt.ts';
import { describeMoment, describeStanding } from './describe-moment.ts';

const moment = (what: ReceiptMoment['what'], changes: Partial<ReceiptMoment> = {}): ReceiptMoment => ({
  at: '2026-05-15T17:00:17.000Z',
  position: '7',
  what,
  place: null,
  mine: false,
  reason: null,
  until: null,
  rule: null,
  capacity: 1,
  booked: 1,
  offered: 0,
  waiting: 3,
  yourPlace: 2,
  ...changes,
});

it.each<[ReceiptMoment['what'], Partial<ReceiptMoment>, string]>([
  ['joined', { mine: true, place: 3 }, 'You joined the line at place 3.'],
  ['joined', { place: 4 }, 'Someone joined the line behind you.'],
  ['freed', {}, 'A place came free.'],
  [
    'offered',
    { place: 1, until: '2026-05-15T17:30:17.000Z' },
    'The spot was offered to the person at place 1, until Fri 15 May, 18:30.',
  ],
  ['lapsed', { mine: true, place: 1 }, 'The offer to you ran out.'],
  ['taken', { place: 2, reason: 'member' }, 'The person at place 2 took a place.'],
  ['taken', { place: 2, reason: 'waitlist' }, 'A place was booked for the person at place 2.'],
  ['taken', { reason: 'member' }, 'Someone outside the line took a place.'],
  ['taken', { reason: 'staff' }, 'The studio added someone to the class.'],
  ['left', { place: 2, reason: 'booked' }, 'The person at place 2 left the line with a place in the class.'],
  ['left', { mine: true, place: 2, reason: 'left' }, 'You left the line.'],
  ['skipped', { place: 1, reason: 'no_pass' }, 'The person at place 1 was skipped, since they had no pass.'],
  ['skipped', { mine: true, place: 1, reason: 'no_pass' }, 'You were skipped, since you had no pass.'],
  [
    'withdrawn',
    { place: 1, reason: 'marked_full' },
    'The offer to the person at place 1 was taken back, because the studio marked the class as full.',
  ],
  ['changed', { capacity: 2 }, 'The studio changed the class. It has 2 places.'],
])('describes "%s" %j in words', (what, changes, text) => {
  expect(describeMoment(moment(what, changes))).toBe(text);
});

it('names the member’s place in the waiting list', () => {
  expect(describeStanding(moment('freed'))).toBe('You: place 2 of 3');
  expect(describeStanding(moment('left', { mine: true, yourPlace: null }))).toBe('You: not in the line');
});
