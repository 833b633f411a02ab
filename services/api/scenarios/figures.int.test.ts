import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, addPeriodToDay, toLondonInstant } from '#domain/london-time.ts';
import {
  classRevenueAnswer,
  liabilityAnswer,
  moneyAnswer,
  monthlyReportAnswer,
  passSalesAnswer,
  trendsAnswer,
  weeklyAnalyticsAnswer,
} from '#services/contract/analytics.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

/** A lot as the simulation keeps it: what it cost, how long it lasts, and which classes used it, in order. */
interface NotedLot {
  readonly pence: number;
  readonly passes: number;
  readonly expires: string;
  returned: number;
  uses: { classId: number; lost: boolean }[];
}

/** What the simulation did, written down by itself: the report is worked out from this alone. */
const noted = {
  sales: [] as { name: string; pence: number; month: string }[],
  refunds: [] as { name: string; pence: number; month: string }[],
  classes: new Map<number, { date: string; capacity: number; fee: number; cancelled: boolean }>(),
  lots: new Map<string, NotedLot[]>(),
};

let studio: RunningStudio;
let clock: SandboxClock;
let base: string;
let admin: StudioClient;
const members = new Map<string, StudioClient>();
/** `yyyy-MM` of the month that is simulated, and the one after it. */
let month: string;
let next: string;
const day = (of: number) => `${month}-${String(of).padStart(2, '0')}`;
const to = (date: string, time: string) => clock.moveTo(toLondonInstant(date, time));

const made = { class: z.object({ class: z.object({ id: z.number() }) }) };
const booked = z.object({
  booking: z.object({ id: z.number() }).optional(),
  bookingId: z.number().optional(),
});
const money = (pence: number) => (pence / 100).toFixed(2);

async function join(name: string): Promise<void> {
  const client = await new StudioClient(base).signUp(`${name}.figures@example.com`, name);
  members.set(name, client);
  noted.lots.set(name, []);
}
function member(name: string): StudioClient {
  const client = members.get(name);
  if (client === undefined) throw new Error(`Nobody is called ${name}`);
  return client;
}
const lotsOf = (name: string) => noted.lots.get(name) ?? [];

interface Product {
  readonly id: number;
  readonly name: string;
  readonly pence: number;
  readonly passes: number;
  readonly lasts: { unit: 'weeks' | 'months'; count: number };
}

async function buy(name: string, product: Product, on: string): Promise<string> {
  const answer = await member(name).call('POST', '/api/create-payment-intent', { passId: product.id });
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(answer.body);
  const intent = await member(name).pay(clientSecret);
  const granted = await member(name).call('POST', '/api/complete-payment', { payment_intent_id: intent });
  expect(granted.status).toBe(200);
  noted.sales.push({ name: product.name, pence: product.pence, month: on.slice(0, 7) });
  lotsOf(name).push({
    pence: product.pence,
    passes: product.passes,
    expires: addPeriodToDay(on, product.lasts),
    returned: 0,
    uses: [],
  });
  return intent;
}

async function refund(intent: string, product: Product, pence: number, inMonth: string): Promise<void> {
  const [before] = await studio.query('SELECT count(*)::int AS n FROM money_entries');
  const response = await fetch(`${base}/sandbox/stripe/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intent, amount: String(pence) }),
  });
  expect(response.status).toBe(200);
  await waitFor(async () => {
    const [now] = await studio.query('SELECT count(*)::int AS n FROM money_entries');
    return Number(now?.n) > Number(before?.n);
  });
  noted.refunds.push({ name: product.name, pence, month: inMonth });
}

async function schedule(date: string, time: string, instructorId: number, fee: number): Promise<number> {
  const answer = await admin.expect(made.class, 'POST', '/api/admin/classes', {
    name: 'beginner',
    date,
    time,
    instructorId,
    maxCapacity: 7,
  });
  noted.classes.set(answer.class.id, { date, capacity: 7, fee, cancelled: false });
  return answer.class.id;
}

/** Books, and notes the pass of the lot that lapses first, the oldest of equals. */
async function book(name: string, classId: number): Promise<number> {
  const { body, status } = await member(name).call('POST', '/api/bookings', { classId });
  expect([name, status]).toEqual([name, 200]);
  const lot = lotsOf(name)
    .filter(({ uses, passes, returned }) => uses.length + returned < passes)
    .toSorted((a, b) => a.expires.localeCompare(b.expires))[0];
  lot?.uses.push({ classId, lost: false });
  const answer = booked.parse(body);
  return answer.bookingId ?? answer.booking?.id ?? 0;
}

async function cancel(name: string, bookingId: number, classId: number, late: boolean): Promise<void> {
  const { body } = await member(name).call('POST', '/api/cancel-booking', { bookingId, hoursUntilClass: 1 });
  expect(body).toMatchObject({ success: true, refunded: !late });
  for (const lot of lotsOf(name))
    lot.uses = late ? lot.uses : lot.uses.filter((use) => use.classId !== classId);
}

/** What a class consumed, by the list alone. */
function revenueOf(classId: number): number {
  let pence = 0;
  for (const lots of noted.lots.values())
    for (const lot of lots)
      for (const [index, use] of lot.uses.entries()) {
        if (use.classId !== classId) continue;
        pence += Math.floor(lot.pence / lot.passes);
        if (index === lot.passes - 1) pence += lot.pence % lot.passes;
      }
  return pence;
}
const seatsOf = (classId: number) =>
  [...noted.lots.values()].flat().flatMap(({ uses }) => uses.filter((use) => use.classId === classId));
const total = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

function expectedMonth(of: string) {
  const sales = noted.sales.filter((sale) => sale.month === of);
  const refunds = noted.refunds.filter((each) => each.month === of);
  const pence = (rows: readonly { pence: number }[]) => total(rows.map((row) => row.pence));
  const isMembership = ({ name }: { name: string }) => name === 'Monthly Membership';
  const net = (keep: (row: { name: string }) => boolean) =>
    pence(sales.filter(keep)) - pence(refunds.filter(keep));
  const held = [...noted.classes.values()].filter(({ date, cancelled }) => date.startsWith(of) && !cancelled);
  const costs = total(held.map(({ fee }) => fee));
  const passes = net((row) => !isMembership(row));
  const memberships = net(isMembership);
  return {
    passSales: { totalRevenue: passes, totalSold: sales.filter((row) => !isMembership(row)).length },
    membershipSales: { totalRevenue: memberships, totalSold: sales.filter(isMembership).length },
    instructorCosts: { totalCosts: costs, totalClasses: held.length },
    totals: {
      totalRevenue: passes + memberships,
      totalCosts: costs,
      netProfit: passes + memberships - costs,
    },
  };
}

const reportOf = async (of: string) => {
  const [year, number] = of.split('-').map(Number);
  return admin.expect(monthlyReportAnswer, 'GET', `/api/admin/monthly-report?year=${year}&month=${number}`);
};

const five: Product = {
  id: 5,
  name: '5 Class Pass',
  pence: 11_000,
  passes: 5,
  lasts: { unit: 'months', count: 2 },
};
const single: Product = {
  id: 3,
  name: 'Single Class',
  pence: 2_400,
  passes: 1,
  lasts: { unit: 'weeks', count: 2 },
};
const three: Product = {
  id: 4,
  name: '3 Class Pass',
  pence: 6_900,
  passes: 3,
  lasts: { unit: 'months', count: 1 },
};
let odd: Product;
let intentOfAnn: string;

beforeAll(async () => {
  studio = await startRunningStudio();
  base = studio.process.base;
  clock = new SandboxClock(base);
  const today = (await clock.now()).toISOString().slice(0, 10);
  // Begins a full month from today, and has 30 days or 31: the classes below stand on days up to the 28th.
  const first = addPeriodToDay(`${today.slice(0, 7)}-01`, { unit: 'months', count: 1 });
  month = first.slice(0, 7);
  next = addPeriodToDay(first, { unit: 'months', count: 1 }).slice(0, 7);
  // On the first of the next month this day is still among the last 30, however long the month is.
  await to(day(3), '06:00');
  admin = await new StudioClient(base).staff('admin');
  await simulate();
}, 120_000);
afterAll(() => studio.remove());

async function simulate(): Promise<void> {
  const teacher = z.object({ instructor: z.object({ id: z.number() }) });
  const [maya, noor] = await Promise.all(
    ['Maya', 'Noor'].map((name) =>
      admin.expect(teacher, 'POST', '/api/admin/instructors', { name, prenatalSuitable: false }),
    ),
  );
  const ids = [maya?.instructor.id ?? 0, noor?.instructor.id ?? 0] as const;
  const created = await admin.expect(
    z.object({ classPass: z.object({ id: z.number() }) }),
    'POST',
    '/api/admin/class-passes',
    {
      name: '3 for the odd',
      classes: 3,
      price: 10_000,
      description: 'Leaves a remainder',
      isActive: true,
      isSignUpOnly: false,
      isPopular: false,
      validity: { unit: 'months', count: 3 },
    },
  );
  odd = {
    id: created.classPass.id,
    name: '3 for the odd',
    pence: 10_000,
    passes: 3,
    lasts: { unit: 'months', count: 3 },
  };
  for (const name of ['ann', 'bea', 'cat', 'dan', 'eve']) await join(name);
  intentOfAnn = await buy('ann', five, day(3));
  const intentOfBea = await buy('bea', three, day(3));
  await buy('cat', odd, day(3));
  await buy('dan', single, day(3));

  const { redirectUrl } = await member('eve').expect(
    membershipRedirectAnswer,
    'POST',
    '/api/membership/subscribe',
  );
  await fetch(redirectUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' }),
  });
  await waitFor(
    async () =>
      (await member('eve').expect(membershipAnswer, 'GET', '/api/membership')).remainingPasses === 12,
  );
  noted.sales.push({ name: 'Monthly Membership', pence: 18_000, month });
  lotsOf('eve').push({ pence: 18_000, passes: 12, expires: day(28), returned: 0, uses: [] });

  const early = [
    await schedule(day(3), '09:00', ids[0], 3_000),
    await schedule(day(5), '18:15', ids[1], 3_000),
  ];
  for (const name of ['ann', 'bea', 'cat', 'dan', 'eve']) await book(name, early[0] ?? 0);
  const beasSecond = await book('bea', early[1] ?? 0);
  const anns = await book('ann', early[1] ?? 0);
  await cancel('ann', anns, early[1] ?? 0, false);
  await book('cat', early[1] ?? 0);
  await to(day(5), '10:00');
  await cancel('bea', beasSecond, early[1] ?? 0, true);

  await to(day(10), '09:00');
  await admin.call('POST', '/api/admin/settings', { key: 'instructor_fee_pence', value: '3550' });
  const later = [
    await schedule(day(12), '07:30', ids[0], 3_550),
    await schedule(day(14), '19:00', ids[1], 3_550),
    await schedule(day(14), '20:00', ids[1], 3_550),
  ];
  // The last pass of a lot carries what the division left over.
  for (const name of ['ann', 'cat', 'eve']) await book(name, later[0] ?? 0);
  await book('ann', later[1] ?? 0);
  await book('eve', later[2] ?? 0);
  await admin.call('DELETE', `/api/admin/classes/${later[2]}`);
  const cancelled = noted.classes.get(later[2] ?? 0);
  if (cancelled !== undefined) cancelled.cancelled = true;
  for (const lot of lotsOf('eve')) lot.uses = lot.uses.filter(({ classId }) => classId !== later[2]);

  await to(day(20), '12:00');
  await refund(intentOfBea, three, 2_300, month);
  await to(`${next}-01`, '00:30');
}

/** The Mondays of the weeks that touch the month. */
function mondays(): string[] {
  const back = (new Date(`${day(1)}T12:00:00Z`).getUTCDay() + 6) % 7;
  return [0, 7, 14, 21, 28].map((days) => addDaysToDay(day(1), days - back));
}

async function expectWeeks(): Promise<void> {
  for (const monday of mondays()) {
    const { weeklyData } = await admin.expect(
      weeklyAnalyticsAnswer,
      'GET',
      `/api/admin/weekly-analytics?weekStartDate=${monday}`,
    );
    const classes = [...noted.classes].filter(
      ([, { date, cancelled }]) => !cancelled && date >= monday && date <= addDaysToDay(monday, 6),
    );
    const revenue = total(classes.map(([id]) => revenueOf(id)));
    const fees = total(classes.map(([, { fee }]) => fee));
    expect(weeklyData).toMatchObject({
      weekStart: monday,
      weekEnd: addDaysToDay(monday, 6),
      totalClasses: classes.length,
      totalRevenue: revenue,
      totalInstructorFees: fees,
      totalProfit: revenue - fees,
    });
    for (const each of weeklyData.dailyBreakdown.flatMap(({ classes: ofDay }) => ofDay))
      expect([each.id, each.totalRevenue]).toEqual([each.id, revenueOf(each.id)]);
    expect(total(weeklyData.dailyBreakdown.map(({ totalProfit }) => totalProfit))).toBe(revenue - fees);
  }
}

describe('a month', () => {
  it('is reported to the penny as the list of what happened has it', async () => {
    const { monthlyData, closed } = await reportOf(month);
    expect(closed).toBeNull();
    expect(monthlyData).toMatchObject(expectedMonth(month));
    expect(monthlyData.passSales.summary.find(({ name }) => name === three.name)).toEqual({
      name: three.name,
      count: 1,
      gross: 6_900,
      returned: 2_300,
      revenue: 4_600,
    });
    const held = [...noted.classes].filter(([, { cancelled }]) => !cancelled);
    expect(monthlyData.classes.classRevenue).toBe(total(held.map(([id]) => revenueOf(id))));
    // 3,333 + 3,333 + 3,334: a lot that was used up has given its whole price.
    expect(total(lotsOf('cat').flatMap(({ uses }) => uses.map(() => 1)))).toBe(3);
    await expectWeeks();
  });

  it('can be followed down to the log, pound by pound', async () => {
    for (const [id, { cancelled }] of noted.classes) {
      const { total: pence, uses } = await admin.expect(
        classRevenueAnswer,
        'GET',
        `/api/admin/class-revenue/${id}`,
      );
      expect([id, pence, uses.length]).toEqual([id, cancelled ? 0 : revenueOf(id), seatsOf(id).length]);
      for (const { position, stream, revision } of uses) {
        const [event] = await studio.queryEvents(
          'SELECT type FROM event_store.readable_events WHERE stream = $1 AND revision = $2',
          [stream, revision],
        );
        expect([position, event?.type]).toEqual([
          expect.stringMatching(/^\d+$/),
          expect.stringMatching(/^Pass(Spent|Forfeited)$/),
        ]);
      }
    }
    const [year, number] = month.split('-').map(Number);
    const { entries } = await admin.expect(
      moneyAnswer,
      'GET',
      `/api/admin/money?year=${year}&month=${number}`,
    );
    expect(total(entries.map(({ amount }) => amount))).toBe(expectedMonth(month).totals.totalRevenue);
  });

  it('is an Excel file whose formulas give the same sums', async () => {
    const [year, number] = month.split('-').map(Number);
    const response = await fetch(`${base}/api/admin/monthly-report/excel?year=${year}&month=${number}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.headers.get('content-disposition')).toContain(`monthly-report-${month}.xlsx`);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await response.arrayBuffer());
    expect(book.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Pass Sales',
      'Membership Sales',
      'Classes',
      'Instructor Costs',
      'Adjustments',
    ]);
    const lines = new Map<string, number>();
    book.getWorksheet('Summary')?.eachRow((row) => {
      const value = row.getCell(2).value;
      const result = typeof value === 'object' && value !== null && 'result' in value ? value.result : value;
      if (typeof result === 'number') lines.set(String(row.getCell(1).value), result);
    });
    const { passSales, membershipSales, totals } = expectedMonth(month);
    expect(Object.fromEntries([...lines].map(([name, pounds]) => [name, pounds.toFixed(2)]))).toMatchObject({
      'Pass sales': money(passSales.totalRevenue),
      'Membership sales': money(membershipSales.totalRevenue),
      'Instructor costs': money(totals.totalCosts),
      'Net profit': money(totals.netProfit),
    });
    const sheet = book.getWorksheet('Pass Sales');
    const sums = [2, 3, 4, 5].map((column) => sheet?.lastRow?.getCell(column).formula);
    const last = (sheet?.rowCount ?? 0) - 1;
    expect(sums).toEqual(['B', 'C', 'D', 'E'].map((letter) => `SUM(${letter}2:${letter}${last})`));
  });

  it('owes what is paid for and not used, at the end of any day', async () => {
    const at = (on: string) => admin.expect(liabilityAnswer, 'GET', `/api/admin/liability?on=${on}`);
    const before = addDaysToDay(day(1), -1);
    expect(await at(before)).toMatchObject({ passes: 0, value: 0 });
    const { lots, value } = await at(`${next}-01`);
    // Ann has two of five; Bea's third was taken back; Cat used all; Dan's one is used; Eve has ten of twelve.
    expect(lots.map(({ unused, value: pence }) => [unused, pence]).toSorted()).toEqual([
      [10, 15_000],
      [2, 4_400],
    ]);
    expect(value).toBe(19_400);
  });

  it('stays as it was closed, and later refunds go to the open month as adjustments, also after a rebuild', async () => {
    const [year, number] = month.split('-').map(Number);
    const close = (query = '') =>
      admin.call('POST', `/api/admin/months/close${query}`, { year, month: number });
    const preview = await admin.expect(dryRunAnswer, 'POST', '/api/admin/months/close?dryRun=true', {
      year,
      month: number,
    });
    expect(preview.effects.summary[0]).toContain(money(expectedMonth(month).totals.netProfit));
    expect((await reportOf(month)).closed).toBeNull();
    const tooEarly = await admin.call('POST', '/api/admin/months/close', {
      year: Number(next.slice(0, 4)),
      month: Number(next.slice(5)),
    });
    expect([tooEarly.status, tooEarly.body]).toMatchObject([409, { code: 'MONTH_NOT_OVER' }]);
    expect((await close()).status).toBe(200);
    expect((await close()).status).toBe(200);
    const closed = await reportOf(month);
    expect(closed).toMatchObject({ closed: { by: 'Admin' }, monthlyData: expectedMonth(month) });

    await refund(intentOfAnn, five, 4_400, next);
    expect(await reportOf(month)).toEqual(closed);
    const open = await reportOf(next);
    expect(open.monthlyData).toMatchObject({
      ...expectedMonth(next),
      adjustments: [{ ofMonth: month, kind: 'refund', name: five.name, amount: -4_400 }],
    });

    await promisify(execFile)(process.execPath, ['tools/tasks/rebuild.ts', 'all'], {
      env: { ...process.env, DATA_DIR: studio.dataDir, LOG_LEVEL: 'silent' },
    });
    expect(await reportOf(month)).toEqual(closed);
    expect(await reportOf(next)).toEqual(open);
    await expectWeeks();
  });
});

it('tells the sales of the last 30 days, and what the charts draw', async () => {
  const sales = await admin.expect(passSalesAnswer, 'GET', '/api/admin/pass-sales');
  expect(sales.salesData.find(({ passName }) => passName === odd.name)).toEqual({
    passId: odd.id,
    passName: odd.name,
    totalSales: 1,
    totalRevenue: 10_000,
    averagePrice: 10_000,
  });
  expect(sales.recentPurchases.map(({ userName }) => userName).toSorted()).toEqual([
    'ann',
    'bea',
    'cat',
    'dan',
  ]);
  const { months, fill, weeks } = await admin.expect(trendsAnswer, 'GET', '/api/admin/trends');
  expect(months).toHaveLength(12);
  expect(months.at(-2)).toMatchObject({
    month,
    passRevenue: expectedMonth(month).passSales.totalRevenue,
    membershipRevenue: 18_000,
    passesGranted: 24,
    passesUsed: 11,
    membersNew: 5,
    membersReturning: 0,
    membersAtRisk: 0,
  });
  expect(total(fill.map(({ classes }) => classes))).toBe(4);
  expect(weeks).toHaveLength(13);
});
