import { expect, it } from 'vitest';
import { describeLastClass } from './last-class.ts';

const now = Date.parse('2026-05-31T08:00:00Z');

it.each([
  ['2026-05-31', 'kelp', 'today'],
  ['2026-05-30', 'kelp', '1 day ago'],
  ['2026-05-17', 'kelp', '14 days ago'],
  ['2026-05-16', 'amber', '15 days ago'],
  ['2026-05-01', 'amber', '30 days ago'],
  ['2026-04-30', 'rust', '31 days ago'],
])('describes a last class on %s as %s, %s', (date, tone, ago) => {
  expect(describeLastClass(date, now)).toMatchObject({ tone, ago });
});

it('describes a member who never attended as amber', () => {
  expect(describeLastClass(null, now)).toEqual({ tone: 'amber', text: 'Never attended', ago: null });
});
