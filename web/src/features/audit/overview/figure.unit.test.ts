import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatSignedAmount,
  getFigureEventsPath,
  getFigurePath,
  parseFigure,
} from './figure.ts';

const parse = (query: string) => parseFigure(new URLSearchParams(query));

describe('the address of a figure', () => {
  it('is parsed with its filters, and without what belongs to the page', () => {
    expect(parse('figure=used&month=2026-05&before=99&view=overview')).toEqual({
      figure: 'used',
      month: '2026-05',
    });
    expect(parse('figure=readings&reader=admin&what=health&week=2026-05-11')).toEqual({
      ...{ figure: 'readings', reader: 'admin', what: 'health', week: '2026-05-11' },
    });
  });

  it.each(['', 'figure=', 'figure=toString', 'figure=sum'])('is none in "%s"', (query) =>
    expect(parse(query)).toBeNull(),
  );

  it('leads to its page, and to the next one', () => {
    expect(getFigurePath({ figure: 'used', month: '2026-05' })).toBe('/audit?figure=used&month=2026-05');
    expect(getFigureEventsPath({ figure: 'held' }, '42')).toBe(
      '/api/audit/overview/events?figure=held&before=42',
    );
  });
});

it('formats amounts by what they count', () => {
  expect([formatAmount('passes', 1), formatAmount('passes', 1_200), formatAmount('pence', 990)]).toEqual([
    ...['1 pass', '1,200 passes', '£9.90'],
  ]);
  expect([formatSignedAmount('passes', -2), formatSignedAmount('pence', 990)]).toEqual(['−2', '+£9.90']);
});
