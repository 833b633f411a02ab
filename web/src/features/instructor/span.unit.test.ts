import { expect, it } from 'vitest';
import { extendAhead, extendBack } from './span.ts';

it('extends by four weeks', () => {
  const span = { from: '2026-10-26', to: '2026-12-09' };
  expect(extendBack(span)).toEqual({ from: '2026-09-28', to: '2026-12-09' });
  expect(extendAhead(span)).toEqual({ from: '2026-10-26', to: '2027-01-06' });
});

it('moves a span that has as many days as the API gives in one answer', () => {
  const year = { from: '2026-01-01', to: '2027-02-04' };
  expect(extendBack(year)).toEqual({ from: '2025-12-04', to: '2027-01-07' });
  expect(extendAhead(year)).toEqual({ from: '2026-01-29', to: '2027-03-04' });
});
