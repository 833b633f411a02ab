import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonInstant } from '#domain/london-time.ts';
import { lotHistoryAnswer, type UserPass, userPassesAnswer } from '#services/contract/wallet.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let clock: SandboxClock;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  const { base } = studio.process;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const specialPass = 2;
/** The catalogue, with how long before its last day each pass is bought. */
const passes = [
  { passId: 1, name: 'Sign Up Class', classes: 1, months: 0, days: 7 },
  { passId: specialPass, name: 'Special 3 Class Pass', classes: 3, months: 0, days: 42 },
  { passId: 3, name: 'Single Class', classes: 1, months: 0, days: 14 },
  { passId: 4, name: '3 Class Pass', classes: 3, months: 1, days: 0 },
  { passId: 5, name: '5 Class Pass', classes: 5, months: 2, days: 0 },
  { passId: 6, name: '10 Class Pass', classes: 10, months: 3, days: 0 },
  { passId: 7, name: '20 Class Pass', classes: 20, months: 6, days: 0 },
];

/** The last Sunday of a month, on which the clocks change. */
function lastSunday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0));
  last.setUTCDate(last.getUTCDate() - last.getUTCDay());
  return last.toISOString().slice(0, 10);
}

/** The same day of the month some months earlier; only for days that every month has. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, date)).toISOString().slice(0, 10);
}

/** The two nights of one year in which the clocks change, on days of the month that every month has. */
function clockChanges(from: Date): string[] {
  for (let year = from.getUTCFullYear() + 1; ; year += 1) {
    const days = [lastSunday(year, 3), lastSunday(year, 10)];
    if (days.every((day) => Number(day.slice(8)) <= 28)) return days;
  }
}

const emails = z.array(z.object({ to: z.string(), kind: z.string(), subject: z.string() }));
const readMails = async (address: string, kind: string) =>
  emails
    .parse(await (await fetch(`${studio.process.base}/sandbox/outbox.json?limit=10000`)).json())
    .filter((mail) => mail.to === address && mail.kind === kind);

const readLots = (client: StudioClient) => client.expect(userPassesAnswer, 'GET', '/api/user/passes');
const readCredits = async (client: StudioClient) =>
  (await client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;
const describeLot = ({ passName, state, remaining, daysLeft }: UserPass) => [
  passName,
  state,
  remaining,
  daysLeft,
];

let instructors = 0;
/** Lets a member buy the special pass, by booking a class with a Sign Up Class. */
async function makeEligible(client: StudioClient, day: string): Promise<void> {
  instructors += 1;
  const { instructor } = await admin.expect(
    z.object({ instructor: z.object({ id: z.number() }) }),
    'POST',
    '/api/admin/instructors',
    { name: `Marina ${instructors}` },
  );
  const { class: made } = await admin.expect(
    z.object({ class: z.object({ id: z.number() }) }),
    'POST',
    '/api/admin/classes',
    { name: 'beginner', date: addDaysToDay(day, 2), time: '09:30', instructorId: instructor.id },
  );
  await client.buy(1);
  expect((await client.call('POST', '/api/bookings', { classId: made.id })).status).toBe(200);
}

describe('on the nights when the clocks change', () => {
  // The clock moves over two half-years with all their sweeps, which takes minutes on a busy machine.
  it('every pass expires at midnight, after one email a week ahead', async () => {
    for (const [index, lastDay] of clockChanges(await clock.now()).entries()) {
      const bought = passes
        .map((pass) => ({
          ...pass,
          email: `pass-${pass.passId}-${index}@example.com`,
          boughtOn: addDaysToDay(monthsBefore(lastDay, pass.months), -pass.days),
        }))
        .toSorted((a, b) => a.boughtOn.localeCompare(b.boughtOn));
      const buyers: { pass: (typeof bought)[number]; client: StudioClient }[] = [];
      for (const pass of bought) {
        await clock.moveTo(toLondonInstant(pass.boughtOn, '09:00'));
        const client = await visitor.signUp(pass.email);
        if (pass.passId === specialPass) await makeEligible(client, pass.boughtOn);
        expect((await client.buy(pass.passId)).status).toBe(200);
        buyers.push({ pass, client });
      }
      const readBuyer = async ({ pass, client }: (typeof buyers)[number]) => {
        const lot = (await readLots(client)).find(({ passName }) => passName === pass.name);
        return { state: lot && describeLot(lot), credits: await readCredits(client), lot };
      };

      await clock.moveTo(toLondonInstant(lastDay, '23:59'));
      for (const buyer of buyers) {
        const { name, classes } = buyer.pass;
        expect(await readBuyer(buyer)).toMatchObject({
          state: [name, 'expiring', classes, 0],
          credits: classes,
        });
      }
      await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, 1), '00:00'));
      for (const buyer of buyers) {
        const { name, classes, email } = buyer.pass;
        const { lot, ...now } = await readBuyer(buyer);
        expect(now).toEqual({ state: [name, 'expired', 0, -1], credits: 0 });
        const history = await buyer.client.expect(
          lotHistoryAnswer,
          'GET',
          `/api/user/passes/${lot?.id}/history`,
        );
        expect(history).toMatchObject({ balanced: true, counts: { granted: classes, expired: classes } });
        expect(history.entries.map(({ type, balance }) => [type, balance])).toEqual([
          ['LotGranted', classes],
          ['LotExpired', 0],
        ]);
        const minute = toLondonInstant(addDaysToDay(lastDay, 1), '00:00').toISOString().slice(0, 16);
        expect(history.entries.at(-1)?.at.slice(0, 16)).toBe(minute);
        expect(await readMails(email, 'pass-expiring')).toHaveLength(1);
      }
    }
  });
});

it('shows a pass as expiring from midnight seven days before, and mails at the hour of the purchase', async () => {
  const client = await visitor.signUp('ida.expires@example.com');
  const today = (await clock.now()).toISOString().slice(0, 10);
  const boughtOn = addDaysToDay(today, 2);
  await clock.moveTo(toLondonInstant(boughtOn, '18:30'));
  await client.buy(3);
  const week = addDaysToDay(boughtOn, 7);
  const readStateAt = async (day: string, time: string) => {
    await clock.moveTo(toLondonInstant(day, time));
    return [
      (await readLots(client)).map(({ state, daysLeft }) => `${state} ${daysLeft}`).join(),
      (await readMails('ida.expires@example.com', 'pass-expiring')).length,
    ];
  };
  expect(await readStateAt(addDaysToDay(week, -1), '23:59')).toEqual(['active 8', 0]);
  expect(await readStateAt(week, '00:00')).toEqual(['expiring 7', 0]);
  expect(await readStateAt(week, '18:29')).toEqual(['expiring 7', 0]);
  expect(await readStateAt(week, '18:31')).toEqual(['expiring 7', 1]);
  expect(await readStateAt(addDaysToDay(week, 1), '18:31')).toEqual(['expiring 6', 1]);
});

it('sends no expiry email for a pass that is used up', async () => {
  const client = await visitor.signUp('jon.expires@example.com');
  const today = (await clock.now()).toISOString().slice(0, 10);
  await makeEligible(client, today);
  await clock.moveTo(toLondonInstant(addDaysToDay(today, 8), '12:00'));
  await waitFor(async () => (await readLots(client)).every(({ state }) => state === 'expired'));
  expect(await readMails('jon.expires@example.com', 'pass-expiring')).toEqual([]);
});
