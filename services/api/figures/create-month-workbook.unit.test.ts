import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { cleanLine } from '#domain/text.ts';
import type { MonthFigures } from '#services/contract/analytics.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { createMonthWorkbook } from './create-month-workbook.ts';
import { computeMonthFigures } from './month-figures.ts';

it.each(nastyCases)('writes %s as the text of its cell', async (_name, text) => {
  const figures: MonthFigures = {
    ...computeMonthFigures({ month: '2026-05', isOver: true, money: [], classes: [], isClosed: () => false }),
    instructorCosts: {
      totalCosts: 3_000,
      totalClasses: 1,
      summary: [{ name: text, classes: 1, costs: 3_000 }],
    },
  };
  const file = await createMonthWorkbook(figures, text);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(file).buffer);
  const sheet = workbook.getWorksheet('Instructor Costs');
  const cell = sheet?.getRow(2).getCell(1);
  expect(cell?.type).toBe(ExcelJS.ValueType.String);
  expect(cell?.value).toBe(cleanLine(text));
  expect(sheet?.rowCount).toBe(3);
});
