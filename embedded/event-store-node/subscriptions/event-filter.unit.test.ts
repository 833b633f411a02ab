import { expect, it } from 'vitest';
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
