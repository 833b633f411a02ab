import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes what needs it, and keeps names from becoming formulas', () => {
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
