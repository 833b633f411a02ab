import { expect, it } from 'vitest';
import { GrpcError } from '../grpc/status.ts';
import type { LogEvent } from '../log/log-event.ts';
import type { FilterOptions } from '../proto/read-request.ts';
import { createEventFilter } from './event-filter.ts';

const event: LogEvent = {
  position: 0,
  revision: 0,
  stream: 'class-12',
  type: 'SeatBooked',
  id: '',
  isJson: true,
  createdMicros: 0,
  customMetadata: Buffer.alloc(0),
  data: Buffer.alloc(0),
};
const options: FilterOptions = {
  field: 'stream',
  regex: undefined,
  prefixes: [],
  window: 32,
  intervalMultiplier: 1,
};

it.each([
  [{ prefixes: ['wallet-', 'class-'] }, true],
  [{ prefixes: ['Class-'] }, false],
  [{ prefixes: [''] }, true],
  [{ prefixes: [] }, false],
  [{ regex: '12' }, true],
  [{ regex: '^12' }, false],
  [{ regex: '(?i)^CLASS' }, true],
  [{ regex: String.raw`^class\-\d+$` }, true],
  [{ regex: String.raw`^\p{Ll}+-` }, true],
  [{ regex: '^x', prefixes: ['class-'] }, false],
  [{ field: 'type', prefixes: ['Seat'] }, true],
  [{ field: 'type', regex: '^[^$].*' }, true],
] as const)('createEventFilter with %j matches: %s', (more, expected) => {
  const filter = createEventFilter({
    ...options,
    ...more,
    prefixes: [...('prefixes' in more ? more.prefixes : [])],
  });
  expect(filter(event)).toBe(expected);
});

it('createEventFilter throws for an invalid expression', () => {
  expect(() => createEventFilter({ ...options, regex: '(' })).toThrow(SyntaxError);
});

it.each([
  ['backtracks without end', '^(a+)+$'],
  ['is longer than ten thousand characters', `(${'a|'.repeat(5_000)})`],
])('refuses a regular expression that %s', (_, regex) => {
  const attempt = () => createEventFilter({ ...options, regex })({ ...event, stream: `${'a'.repeat(31)}!` });
  expect(attempt).toThrow(GrpcError);
});

it('refuses a regular expression that is slow with every event', () => {
  const matches = createEventFilter({ ...options, regex: '^(a+)+$' });
  const testAll = () => {
    for (let i = 0; i < 1_000; i++) matches({ ...event, stream: `${'a'.repeat(22)}!${i}` });
  };
  expect(testAll).toThrow(GrpcError);
});

it('refuses more than a thousand prefixes', () => {
  const prefixes = Array.from({ length: 1_001 }, (_, i) => `stream-${i}`);
  expect(() => createEventFilter({ ...options, prefixes })).toThrow(GrpcError);
});
