import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns/addDays';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, getMonday, toLondonDay } from '#domain/london-time.ts';
import { applyTemplateDryRun } from '#services/contract/admin-templates.ts';
import { adminClosuresAnswer, closureAnswer, closuresAnswer } from '#services/contract/closures.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { lotHistoryAnswer, userPassesAnswer } from '#services/contract/wallet.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type MoneyProbe, openMoneyStudio } from '../testing/money-studio.fixture.ts';
import type { RunningStudio } from '../testing/running-studio.fixture.ts';
import type { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const singleClass = 3;
const path = '/api/admin/closures';
const withId = z.object({ id: z.number() });

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
let money: MoneyProbe;
let today: string;
beforeAll(async () => {
  ({ studio, visitor, admin, clock, money } = await openMoneyStudio());
});
beforeEach(async () => {
  today = toLondonDay(await clock.now());
});
afterAll(() => studio?.remove());

const dayIn = (days: number) => addDaysToDay(today, days);
const codeOf = ({ status, body }: Answer) => `${status} ${errorAnswer.parse(body).code}`;
/** A closure of some days ahead, both inclusive. */
const plan = (from: number, to: number) => ({
  from: dayIn(from),
  to: dayIn(to),
  reason: `Works ${randomUUID()}`,
});
const close = async (from: number, to: number) =>
  (await admin.expect(closureAnswer, 'POST', path, plan(from, to))).closureId;
const lift = (id: number) => admin.call('DELETE', `${path}/${id}`);
const preview = (from: number, to: number) =>
  admin.expect(dryRunAnswer, 'POST', `${path}?dryRun=true`, plan(from, to));

async function buy(): Promise<{ member: StudioClient; email: string; readLastDay: () => Promise<string> }> {
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const member = await visitor.signUp(email);
  expect((await member.buy(singleClass)).status).toBe(200);
  const readLastDay = async () => {
    const [lot] = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
    return toLondonDay(new Date(lot?.expiresAt ?? ''));
  };
  return { member, email, readLastDay };
}

const mails = z.array(z.object({ kind: z.string(), text: z.string() }));
async function readMails(email: string, wanted: string): Promise<string[]> {
  const outbox = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return mails.parse(await outbox.json()).flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
}
const waitForMail = (email: string, kind: string) =>
  waitFor(async () => (await readMails(email, kind))[0], { what: `an email of kind ${kind}` });

it('cancels the classes, returns passes and extends them, as its preview shows', async () => {
  const { emails: others } = (await preview(4, 6)).effects.counts;
  const { member, email, readLastDay } = await buy();
  // Not on the day of the other test's booking.
  const [classId] = await openClasses(admin, 2, 7, addDays(await clock.now(), 2));
  expect((await member.call('POST', '/api/bookings', { classId })).status).toBe(200);
  const before = await readLastDay();
  const { effects } = await preview(4, 6);
  // About the class and about the longer pass, which comes back by then.
  expect(effects.counts).toMatchObject({ bookings: 1, passesReturned: 1, emails: others + 2 });
  expect(effects.summary).toEqual(
    expect.arrayContaining(['2 classes are cancelled.', '1 booking ends, and 1 pass goes back.']),
  );
  expect(await readLastDay()).toBe(before);
  const works = plan(4, 6);
  const { closureId: id } = await admin.expect(closureAnswer, 'POST', path, works);
  expect(await money.readCredits(member)).toBe(1);
  await waitFor(async () => (await readLastDay()) === addDaysToDay(before, 3), { what: 'the longer pass' });
  expect(await waitForMail(email, 'closure')).toContain('each of these days is added to your passes');
  expect(await waitForMail(email, 'booking-cancelled')).toContain(
    `because we are closed that day (${works.reason})`,
  );
  const [lot] = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
  const { entries } = await member.expect(lotHistoryAnswer, 'GET', `/api/user/passes/${lot?.id}/history`);
  expect(entries.flatMap(({ type, closedFor }) => (type === 'LotExtended' ? closedFor : []))).toEqual([
    works.reason,
  ]);
  const { closures } = await visitor.expect(closuresAnswer, 'GET', '/api/closures');
  expect(closures).toMatchObject([{ from: dayIn(4), to: dayIn(6) }]);
  expect((await lift(id)).status).toBe(200);
});

it('counts no email for a member whose passes are used up', async () => {
  const { emails: others } = (await preview(5, 6)).effects.counts;
  const { member } = await buy();
  const { emails: withPass } = (await preview(5, 6)).effects.counts;
  expect(withPass - others).toBe(1);
  await money.book(member);
  expect(await money.readCredits(member)).toBe(0);
  expect((await preview(5, 6)).effects.counts.emails).toBe(others);
});

it('refuses days in the wrong order, and too many', async () => {
  expect(codeOf(await admin.call('POST', path, plan(3, 2)))).toBe('422 CLOSURE_DAYS');
  expect(codeOf(await admin.call('POST', path, plan(1, 91)))).toBe('422 CLOSURE_DAYS');
  expect(codeOf(await admin.call('POST', `${path}?dryRun=true`, plan(-1, 2)))).toBe('422 CLOSURE_DAYS');
});

it('refuses classes on closed days, until they are lifted, and templates leave them out', async () => {
  const instructor = await admin.expect(z.object({ instructor: withId }), 'POST', '/api/admin/instructors', {
    name: 'Closed Instructor',
    prenatalSuitable: false,
  });
  // After the days that other tests close, whatever weekday it is and even once the clock was moved by two days.
  const monday = addDaysToDay(getMonday(today), 21);
  const from = (Date.parse(monday) - Date.parse(today)) / 86_400_000;
  const id = await close(from, from);
  const body = {
    ...{ name: 'beginner', date: monday, time: '09:00', instructorId: instructor.instructor.id },
    ...{ maxCapacity: 7, duration: 50 },
  };
  expect(codeOf(await admin.call('POST', '/api/admin/classes', body))).toBe('409 STUDIO_CLOSED');
  const open = await admin.expect(z.object({ class: withId }), 'POST', '/api/admin/classes', {
    ...body,
    date: addDaysToDay(monday, 1),
  });
  expect(codeOf(await admin.call('PUT', `/api/admin/classes/${open.class.id}`, body))).toBe(
    '409 STUDIO_CLOSED',
  );

  const template = await admin.expect(z.object({ template: withId }), 'POST', '/api/admin/weekly-templates', {
    name: 'Usual',
    description: '',
    isActive: true,
  });
  const templateId = template.template.id;
  for (const dayOfWeek of [1, 3])
    expect(
      await admin.call('POST', '/api/admin/template-classes', {
        ...{ templateId, dayOfWeek, name: 'reformer for all', time: '11:00' },
        ...{ instructorId: instructor.instructor.id, maxCapacity: 7 },
      }),
    ).toMatchObject({ status: 200 });
  const apply = { templateId, weekStartDate: monday };
  const shown = await admin.expect(
    applyTemplateDryRun,
    'POST',
    '/api/admin/apply-template?dryRun=true',
    apply,
  );
  expect(shown).toMatchObject({ created: 1, clashing: 1 });
  expect(shown.days[0]?.classes[0]?.note).toContain('Closed: Works');
  expect((await admin.call('POST', '/api/admin/apply-template', apply)).status).toBe(200);

  expect((await lift(id)).status).toBe(200);
  expect((await admin.call('POST', '/api/admin/classes', body)).status).toBe(200);
});

it('withdraws the days when they are lifted before they begin, and passes bought meanwhile have them too', async () => {
  const one = await buy();
  const before = await one.readLastDay();
  const [first, second] = [await close(5, 7), await close(6, 9)];
  await waitFor(async () => (await one.readLastDay()) === addDaysToDay(before, 5), {
    what: 'the days of both',
  });
  const other = await buy();
  expect(await other.readLastDay()).toBe(addDaysToDay(before, 5));
  await clock.advance('PT1S');
  expect(await readMails(other.email, 'closure')).toEqual([]);
  expect((await lift(second)).status).toBe(200);
  await waitFor(async () => (await one.readLastDay()) === addDaysToDay(before, 3), {
    what: 'the days of one',
  });
  expect((await lift(first)).status).toBe(200);
  expect((await lift(first)).status).toBe(200);
  for (const { readLastDay } of [one, other])
    await waitFor(async () => (await readLastDay()) === before, { what: 'the end as before' });
  expect(codeOf(await lift(999))).toBe('404 CLOSURE_NOT_FOUND');
});

it('takes nothing back when they are lifted after they began', async () => {
  const { readLastDay } = await buy();
  const before = await readLastDay();
  const id = await close(1, 3);
  await waitFor(async () => (await readLastDay()) === addDaysToDay(before, 3), { what: 'the longer pass' });
  await clock.advance('P2D');
  expect((await lift(id)).status).toBe(200);
  await clock.advance('PT2H');
  expect(await readLastDay()).toBe(addDaysToDay(before, 3));
  const { closures, bankHolidays } = await admin.expect(adminClosuresAnswer, 'GET', path);
  expect(closures.find((closure) => closure.id === id)).toMatchObject({ state: 'lifted' });
  expect(bankHolidays.map(({ name }) => name)).toEqual(expect.arrayContaining(['Good Friday', 'Boxing Day']));
});

it('leaves a history without a contradiction', () => money.expectNoContradiction());
