import { describe, expect, it } from 'vitest';
import {
  countEventsUpTo,
  formatMoment,
  getInstant,
  getMomentAfter,
  parseMoment,
  toQueryString,
} from './moment.ts';

const events = [
  { position: '8', at: '2026-05-12T09:00:00.000Z' },
  { position: '9', at: '2026-05-12T09:00:00.000Z' },
  { position: '12', at: '2026-05-13T09:00:00.000Z' },
];

describe('the moments of a history', () => {
  it('are one before all events and one after each, also for events of the same instant', () => {
    const moments = [0, 1, 2, 3].map((count) => getMomentAfter(events, count));
    expect(moments).toEqual([
      { kind: 'instant', at: '2026-05-12T08:59:59.999Z' },
      { kind: 'event', position: '8' },
      { kind: 'event', position: '9' },
      null,
    ]);
    expect(moments.map((moment) => countEventsUpTo(events, moment))).toEqual([0, 1, 2, 3]);
  });

  it('count the events up to an instant or a position', () => {
    expect(countEventsUpTo(events, { kind: 'instant', at: '2026-05-12T09:00:00.000Z' })).toBe(2);
    expect(countEventsUpTo(events, { kind: 'instant', at: '2026-05-13T08:59:59.999Z' })).toBe(2);
    expect(countEventsUpTo(events, { kind: 'instant', at: '2020-01-01T00:00:00.000Z' })).toBe(0);
    expect(countEventsUpTo(events, { kind: 'event', position: '11' })).toBe(2);
  });

  it('are none without events', () => {
    expect(getMomentAfter([], 0)).toBeNull();
    expect(countEventsUpTo([], { kind: 'event', position: '3' })).toBe(0);
  });

  it('have the instant of their event, and none for now', () => {
    expect(getInstant(events, { kind: 'event', position: '9' })).toBe('2026-05-12T09:00:00.000Z');
    expect(getInstant(events, { kind: 'instant', at: '2026-05-12T10:00:00.000Z' })).toBe(
      '2026-05-12T10:00:00.000Z',
    );
    expect(getInstant(events, null)).toBeNull();
  });
});

it.each(['1234', '2026-05-12T09:00:00.000Z'])('parses and formats the moment %s without loss', (text) => {
  const moment = parseMoment(text);
  expect(moment && formatMoment(moment)).toBe(text);
});

it.each([null, '', 'yesterday', '2026-05-12', '2026-05-12T09:00:00', '2026-99-12T09:00:00Z', '-3'])(
  'parses %s as now',
  (text) => expect(parseMoment(text)).toBeNull(),
);

it('queries a history as of an instant, or up to an event', () => {
  expect(toQueryString(null)).toBe('');
  expect(toQueryString({ kind: 'event', position: '9' })).toBe('?upTo=9');
  expect(toQueryString({ kind: 'instant', at: '2026-05-12T09:00:00.000Z' })).toBe(
    '?asOf=2026-05-12T09%3A00%3A00.000Z',
  );
});
