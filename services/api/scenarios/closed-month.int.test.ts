import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { expectWeeks } from '../testing/expect-weeks.fixture.ts';
import { fiveClassPass, MonthSimulation } from '../testing/month-simulation.fixture.ts';

let simulation: MonthSimulation;
beforeAll(async () => {
  simulation = await MonthSimulation.run();
});
afterAll(() => simulation?.studio.remove());

it('keeps the figures of a closed month and adjusts the open month by later refunds, also after a rebuild', async () => {
  const { admin, books, month, nextMonth, studio } = simulation;
  const [year, number] = month.split('-').map(Number);
  const close = (query = '') =>
    admin.call('POST', `/api/admin/months/close${query}`, { year, month: number });
  const preview = await admin.expect(dryRunAnswer, 'POST', '/api/admin/months/close?dryRun=true', {
    year,
    month: number,
  });
  expect(preview.effects.summary[0]).toContain(
    (books.expectedMonth(month).totals.netProfit / 100).toFixed(2),
  );
  expect((await simulation.readReport(month)).closed).toBeNull();
  const tooEarly = await admin.call('POST', '/api/admin/months/close', {
    year: Number(nextMonth.slice(0, 4)),
    month: Number(nextMonth.slice(5)),
  });
  expect([tooEarly.status, tooEarly.body]).toMatchObject([409, { code: 'MONTH_NOT_OVER' }]);
  expect((await close()).status).toBe(200);
  expect((await close()).status).toBe(200);
  const closed = await simulation.readReport(month);
  expect(closed).toMatchObject({ closed: { by: 'Admin' }, monthlyData: books.expectedMonth(month) });

  await simulation.refund(simulation.paymentOfAnn, fiveClassPass, 4_400, nextMonth);
  expect(await simulation.readReport(month)).toEqual(closed);
  const open = await simulation.readReport(nextMonth);
  expect(open.monthlyData).toMatchObject({
    ...books.expectedMonth(nextMonth),
    adjustments: [{ ofMonth: month, kind: 'refund', name: fiveClassPass.name, amount: -4_400 }],
  });

  await promisify(execFile)(process.execPath, ['tools/tasks/rebuild.ts', 'all'], {
    env: { ...process.env, DATA_DIR: studio.dataDir, LOG_LEVEL: 'silent' },
  });
  expect(await simulation.readReport(month)).toEqual(closed);
  expect(await simulation.readReport(nextMonth)).toEqual(open);
  await expectWeeks(simulation);
});
