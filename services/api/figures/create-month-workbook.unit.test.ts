import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { toLondonInstant } from '#domain/london-time.ts';
import { cleanLine } from '#domain/text.ts';
import type { MoneyAnswer, MonthFigures } from '#services/contract/analytics.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { createMonthWorkbook } from './create-month-workbook.ts';
import { computeMonthFigures } from './month-figures.ts';

async function readWorkbook(figures: MonthFigures, studio = 'Tideline', money: MoneyAnswer['entries'] = []) {
  const file = await createMonthWorkbook({ figures, money }, studio);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(file).buffer);
  return workbook;
}

it.each([
  // The first minutes of a summer day in London are still the day before in UTC.
  ['2026-07-01T23:30:00.000Z', '2026-07-02T00:30:00.000Z'],
  ['2026-06-30T22:59:59.000Z', '2026-06-30T23:59:59.000Z'],
  ['2026-12-31T23:59:00.000Z', '2026-12-31T23:59:00.000Z'],
  [toLondonInstant('2026-03-29', '00:30').toISOString(), '2026-03-29T00:30:00.000Z'],
  [toLondonInstant('2026-10-25', '00:30').toISOString(), '2026-10-25T00:30:00.000Z'],
])('writes %s as a date with the wall time of London', async (at, wall) => {
  const figures: MonthFigures = {
    ...computeMonthFigures({ month: '2026-07', isOver: true, money: [], classes: [], isClosed: () => false }),
    adjustments: [
      {
        ...{ at, ofMonth: '2026-06', name: '5 Class Pass', kind: 'refund', amount: -2_400 },
        ...{ position: '9', stream: 'payment-1', revision: '2' },
      },
    ],
  };
  const row = (await readWorkbook(figures)).getWorksheet('Adjustments')?.getRow(2);
  const [when, month] = [row?.getCell(1), row?.getCell(2)];
  expect([when?.type, when?.value, when?.numFmt]).toEqual([
    ExcelJS.ValueType.Date,
    new Date(wall),
    'd mmm yyyy hh:mm',
  ]);
  expect([month?.type, month?.value, month?.numFmt]).toEqual([
    ExcelJS.ValueType.Date,
    new Date('2026-06-01T00:00:00.000Z'),
    'mmm yyyy',
  ]);
});

it.each(nastyCases)('writes %s as the text of its cell', async (_name, text) => {
  const figures: MonthFigures = {
    ...computeMonthFigures({ month: '2026-05', isOver: true, money: [], classes: [], isClosed: () => false }),
    instructorCosts: {
      totalCosts: 3_000,
      totalClasses: 1,
      summary: [{ name: text, classes: 1, costs: 3_000 }],
    },
  };
  const workbook = await readWorkbook(figures, text);
  const sheet = workbook.getWorksheet('Instructor Costs');
  const cell = sheet?.getRow(2).getCell(1);
  expect(cell?.type).toBe(ExcelJS.ValueType.String);
  expect(cell?.value).toBe(cleanLine(text));
  expect(sheet?.rowCount).toBe(3);
});

it('lists the movements of money without a member’s name, and prints each sheet on pages of its width', async () => {
  const figures = computeMonthFigures({
    month: '2026-05',
    isOver: true,
    money: [],
    classes: [],
    isClosed: () => false,
  });
  const refund = {
    ...{ kind: 'pass_refund' as const, name: '5 Class Pass', amount: -2_400, paymentIntentId: 'pi_1' },
    ...{ at: '2026-05-02T09:00:00.000Z', userId: 'm1', userName: 'Ida Member', invoiceId: null },
    ...{ position: '9', stream: 'payment-1', revision: '2' },
  };
  const workbook = await readWorkbook(figures, 'Tideline', [refund]);
  const sheet = workbook.getWorksheet('Movements of Money');
  expect(sheet?.getRow(2).values).toEqual([
    undefined,
    new Date('2026-05-02T10:00:00.000Z'),
    'Refund',
    '5 Class Pass',
    -24,
    'pi_1',
    '9',
  ]);
  expect(sheet?.lastRow?.getCell(4).formula).toBe('SUM(D2:D2)');
  for (const { name, pageSetup } of workbook.worksheets)
    expect(pageSetup, name).toMatchObject({ fitToPage: true, fitToWidth: 1, fitToHeight: 0, paperSize: 9 });
});
