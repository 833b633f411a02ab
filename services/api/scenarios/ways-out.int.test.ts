import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';
import { createAccountTable } from '../testing/ways-out/accounts.fixture.ts';
import { createBookingTable } from '../testing/ways-out/bookings.fixture.ts';
import { createInviteTable } from '../testing/ways-out/invites.fixture.ts';
import { createMembershipTable } from '../testing/ways-out/memberships.fixture.ts';
import { createOfferTable } from '../testing/ways-out/offers.fixture.ts';
import { createPaymentTable } from '../testing/ways-out/payments.fixture.ts';
import { runTable, type TableRun } from '../testing/ways-out/way-out-table.fixture.ts';

// Each table makes a subject for each of its cells, and moves the clock.
vi.setConfig({ testTimeout: 600_000 });

let studio: TimetableStudio;
const texts: string[] = [];
beforeAll(async () => {
  studio = await TimetableStudio.start();
  await studio.startDay();
});
afterAll(async () => {
  await studio?.running.remove();
  const text = texts.join('\n\n');
  console.log(text);
  await mkdir('.cache', { recursive: true });
  await writeFile('.cache/ways-out.txt', `${text}\n`);
});

function check({ text, problems }: TableRun): void {
  texts.push(text);
  expect(problems).toEqual([]);
}

it('has a way out of every state of a membership', async () =>
  check(await runTable(createMembershipTable(studio))));
it('has a way out of every state of a booking', async () =>
  check(await runTable(createBookingTable(studio))));
it('has a way out of every state of an offer', async () => check(await runTable(createOfferTable(studio))));
it('has a way out of every state of a payment', async () =>
  check(await runTable(createPaymentTable(studio))));
it('has a way out of every state of an invitation', async () =>
  check(await runTable(createInviteTable(studio))));
it('has a way out of every state of an account', async () =>
  check(await runTable(createAccountTable(studio))));
