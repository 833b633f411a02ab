import { describe, expect, it } from 'vitest';
import { instantOf, momentOf, momentQuery, parseMoment, stopOf, writeMoment } from './moment.ts';

const steps = [
  { position: '8', at: '2026-05-12T09:00:00.000Z' },
  { position: '9', at: '2026-05-12T09:00:00.000Z' },
  { position: '12', at: '2026-05-13T09:00:00.000Z' },
];

describe('the stops of the slider', () => {
  it('are one before all events and one after each, also of the same instant', () => {
    const moments = [0, 1, 2, 3].map((stop) => momentOf(steps, stop));
    expect(moments).toEqual([
      { kind: 'instant', at: '2026-05-12T08:59:59.999Z' },
      { kind: 'event', position: '8' },
      { kind: 'event', position: '9' },
      null,
    ]);
    expect(moments.map((moment) => stopOf(steps, moment))).toEqual([0, 1, 2, 3]);
  });

  it('of an instant is after the events up to it', () => {
    expect(stopOf(steps, { kind: 'instant', at: '2026-05-12T09:00:00.000Z' })).toBe(2);
    expect(stopOf(steps, { kind: 'instant', at: '2026-05-13T08:59:59.999Z' })).toBe(2);
    expect(stopOf(steps, { kind: 'instant', at: '2020-01-01T00:00:00.000Z' })).toBe(0);
    expect(stopOf(steps, { kind: 'event', position: '11' })).toBe(2);
  });

  it('are none where nothing happened', () => {
    expect(momentOf([], 0)).toBeNull();
    expect(stopOf([], { kind: 'event', position: '3' })).toBe(0);
  });

  it('have the instant of their event', () => {
    expect(instantOf(steps, { kind: 'event', position: '9' })).toBe('2026-05-12T09:00:00.000Z');
    expect(instantOf(steps, { kind: 'instant', at: '2026-05-12T10:00:00.000Z' })).toBe(
      '2026-05-12T10:00:00.000Z',
    );
    expect(instantOf(steps, null)).toBeNull();
  });
});

it.each(['1234', '2026-05-12T09:00:00.000Z'])('reads the moment %s as it was written', (text) => {
  const moment = parseMoment(text);
  expect(moment && writeMoment(moment)).toBe(text);
});

it.each([null, '', 'yesterday', '2026-05-12', '2026-05-12T09:00:00', '2026-99-12T09:00:00Z', '-3'])(
  'takes %s for now',
  (text) => expect(parseMoment(text)).toBeNull(),
);

it('asks for an instant, or for all up to an event', () => {
  expect(momentQuery(null)).toBe('');
  expect(momentQuery({ kind: 'event', position: '9' })).toBe('?upTo=9');
  expect(momentQuery({ kind: 'instant', at: '2026-05-12T09:00:00.000Z' })).toBe(
    '?asOf=2026-05-12T09%3A00%3A00.000Z',
  );
});
