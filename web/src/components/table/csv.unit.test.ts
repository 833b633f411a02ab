import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes cells with commas or quotes, and prefixes cells that a spreadsheet would evaluate', () => {
  expect(
    toCsv(
      ['Name', 'Passes'],
      [
        ['Ann "Annie" Lee', 3],
        ['=HYPERLINK("http://x")', null],
        ['Lee, Bo', -2],
      ],
    ),
  ).toBe('\uFEFFName,Passes\r\n"Ann ""Annie"" Lee",3\r\n"\'=HYPERLINK(""http://x"")",\r\n"Lee, Bo",-2\r\n');
});

it('writes instants as London wall time', () => {
  expect(toCsv(['When'], [['2026-07-01T22:30:00.000Z'], ['2026-12-01T09:05:00Z'], ['2026-12-01']])).toBe(
    '\uFEFFWhen\r\n2026-07-01 23:30\r\n2026-12-01 09:05\r\n2026-12-01\r\n',
  );
});
