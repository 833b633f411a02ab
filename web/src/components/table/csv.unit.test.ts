import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { toSpreadsheetText } from '#domain/spreadsheet-text.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
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

it('begins with the byte order mark, once', () => {
  expect(toCsv(['Name'], [['Zoë'], ['\uFEFFAnn']]).split('\uFEFF')).toHaveLength(2);
});

it('writes instants as London wall time', () => {
  expect(toCsv(['When'], [['2026-07-01T22:30:00.000Z'], ['2026-12-01T09:05:00Z'], ['2026-12-01']])).toBe(
    '\uFEFFWhen\r\n2026-07-01 23:30\r\n2026-12-01 09:05\r\n2026-12-01\r\n',
  );
});

it.each(nastyCases)('keeps %s in its cell, as text', async (_name, text) => {
  const csv = toCsv(
    ['Name', 'Note', 'Passes'],
    [
      [text, text, 3],
      ['Ann', null, 4],
    ],
  );
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([csv]), { map: (value) => value });
  expect(sheet.rowCount).toBe(3);
  const cells = [1, 2, 3].map((column) => sheet.getRow(2).getCell(column).value ?? '');
  expect(cells).toEqual([toSpreadsheetText(text), toSpreadsheetText(text), '3']);
});
