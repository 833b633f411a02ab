import { expect, it } from 'vitest';
import type { ClassEvent } from '#domain/class/events.ts';
import { describeClassEvent } from './describe-class-event.ts';

const entry = { classId: 7, entryId: 3, memberId: 'm', at: '2026-05-12T09:00:00.000Z' };
const describeEvent = (event: ClassEvent) =>
  describeClassEvent({
    ...event,
    id: 'event',
    stream: 'class-7',
    revision: 4n,
    position: 1n,
    metadata: { commandId: 'c', actor: { kind: 'system', name: 'test' } },
  });

it.each([
  ['capacity', 'The class has fewer places now.'],
  ['marked_full', 'The class was marked full.'],
  ['moved', 'The class was moved to another time.'],
] as const)('describes an offer that is withdrawn because of %s', (because, why) => {
  expect(describeEvent({ type: 'OfferWithdrawn', data: { ...entry, because } })).toEqual({
    summary: 'The offer is withdrawn (entry 3). They keep their place in the line.',
    why,
  });
});

it('describes the question to a waiting member and what ended it', () => {
  const joinedFor = '2026-05-16T08:30:00.000Z';
  expect(describeEvent({ type: 'WaitlistAsked', data: { ...entry, joinedFor } }).why).toBe(
    'The class moved far from 2026-05-16T08:30:00.000Z, the time that they joined for.',
  );
  const confirmed = (because: 'answered' | 'moved_back') =>
    describeEvent({ type: 'WaitlistConfirmed', data: { ...entry, because } }).why;
  expect(confirmed('answered')).toBe('They said so.');
  expect(confirmed('moved_back')).toBe('It is back near the time they joined for.');
});

it('describes a class that was taken back otherwise than one that was cancelled', () => {
  const data = { classId: 7, at: entry.at };
  expect(describeEvent({ type: 'ClassCancelled', data }).summary).toBe(
    'Class 7 is cancelled; every pass goes back.',
  );
  expect(
    describeEvent({ type: 'ClassCancelled', data: { ...data, because: 'application_undone' } }).summary,
  ).toBe('Class 7 is taken back with its template’s week.');
});
