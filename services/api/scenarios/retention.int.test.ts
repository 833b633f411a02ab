import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addPeriodToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import { auditPassesAnswer, auditVerifyAnswer, erasureCertificate } from '#services/contract/audit.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// Each checks the whole store, or moves the clock over years.
vi.setConfig({ testTimeout: 120_000 });

let studio: RunningStudio;
let visitor: StudioClient;
let clock: SandboxClock;
/** Left, with bookings and a payment. */
let ivyId: string;
let ivyKeptUntil: string;
/** Never come back, or come back once they were told. */
let noraId: string;
let monaId: string;

const password = 'seaside-7';
const user = z.object({ user: z.object({ id: z.string() }) });
const idOf = async (client: StudioClient) => (await client.expect(user, 'GET', '/api/auth/user')).user.id;
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const mails = z.array(z.object({ kind: z.string(), text: z.string().default(''), sentAt: z.string() }));
async function mailsTo(email: string, kind: string) {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return mails.parse(await answer.json()).filter((mail) => mail.kind === kind);
}
/** The first instant after the London day so many months after the day of an instant. */
const overAfter = (instant: Date, months: number) =>
  new Date(
    endOfLondonDay(addPeriodToDay(toLondonDay(instant), { unit: 'months', count: months })).getTime() + 1,
  );
const before = (instant: Date) => new Date(instant.getTime() - 1_000);
/** The clock goes on while it is moved, so what counts from an email is a moment late. */
const after = (instant: Date) => new Date(instant.getTime() + 30 * millisecondsInMinute);
const rowsOf = async (sql: string, ...values: unknown[]) => (await studio.query(sql, values)).length;
// Sessions count by the machine's clock, so one signed in at the start lasts over all these years.
let auditor: StudioClient;
const certificate = (id: string) =>
  auditor.expect(erasureCertificate, 'GET', `/api/audit/members/${id}/erasure`);
const verify = async () => (await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify')).verdict;

beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  const { base } = studio.process;
  visitor = new StudioClient(base);
  clock = new SandboxClock(base);
  auditor = await visitor.staff('auditor');
  const [nora, mona, ivy] = [
    await visitor.signUp('nora.never@example.org'),
    await visitor.signUp('mona.returns@example.org'),
    await visitor.signUp('ivy.leaves@example.org'),
  ];
  [noraId, monaId, ivyId] = [await idOf(nora), await idOf(mona), await idOf(ivy)];
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  expect((await ivy.buy(classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0)).status).toBe(200);
  const [classId] = await openClasses(await visitor.staff('admin'), 1);
  expect((await ivy.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect((await ivy.call('DELETE', '/api/user', { password })).status).toBe(200);
  await visitor.call('POST', '/api/registrations', {
    name: 'Rhea',
    email: 'rhea@example.org',
    phone: '07700 900123',
    message: '',
  });
  await waitFor(
    async () => (await auditor.call('GET', `/api/audit/members/${ivyId}/erasure`)).status === 200,
    {
      timeout: 20_000,
      what: 'the first erasure',
    },
  );
}, 120_000);
afterAll(() => studio?.remove());

it('operational rows go after their own time', async () => {
  const start = await clock.now();
  await studio.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, received_at, processed_at)
     VALUES ('evt_old', 'payment_intent.succeeded', '{}', now() - interval '1 day', now())`,
  );
  const isThere = () => rowsOf("SELECT 1 FROM stripe_webhooks WHERE event_id = 'evt_old'");
  await clock.moveTo(new Date(start.getTime() + 89 * millisecondsInDay));
  expect(await isThere()).toBe(1);
  await clock.moveTo(new Date(start.getTime() + 91 * millisecondsInDay));
  expect(await isThere()).toBe(0);
  // The newest stay, or they would be collected again.
  expect(await rowsOf('SELECT 1 FROM stripe_webhooks')).toBeGreaterThan(0);
});

it('a registration of interest is kept to the end of the London day 24 months on', async () => {
  const [row] = await studio.query('SELECT created_at FROM registrations');
  const over = overAfter(z.date().parse(row?.created_at), 24);
  await clock.moveTo(before(over));
  expect(await rowsOf('SELECT 1 FROM registrations WHERE email IS NOT NULL')).toBe(1);
  await clock.moveTo(after(over));
  expect(await rowsOf('SELECT 1 FROM registrations WHERE email IS NOT NULL')).toBe(0);
  const [key] = await studio.query(
    "SELECT wrapped_key FROM member_keys WHERE member_id LIKE 'registration-%'",
  );
  expect(key).toEqual({ wrapped_key: null });
});

it('who has not been there for seven years is told four weeks before, and erased unless they come back', async () => {
  const [row] = await studio.query('SELECT max(updated_at) AS at FROM users WHERE erased_at IS NULL');
  const over = overAfter(z.date().parse(row?.at), 84);
  const told = new Date(over.getTime() - 28 * millisecondsInDay);
  await clock.moveTo(before(told));
  expect(await mailsTo('nora.never@example.org', 'retention-notice')).toEqual([]);
  await clock.moveTo(new Date(told.getTime() + 5 * millisecondsInMinute));
  for (const email of ['nora.never@example.org', 'mona.returns@example.org']) {
    const notices = await mailsTo(email, 'retention-notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('sign in once before then');
  }
  const back = await visitor.call('POST', '/api/auth/signin', {
    email: 'mona.returns@example.org',
    password,
  });
  expect(back.status).toBe(200);

  await clock.moveTo(before(over));
  expect(await rowsOf('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL', noraId)).toBe(1);
  await clock.moveTo(after(over));
  const erased = await studio.query(
    'SELECT id, name, email FROM users WHERE erased_at IS NOT NULL ORDER BY erased_at',
  );
  expect(erased).toContainEqual({ id: noraId, name: null, email: null });
  expect(await rowsOf('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL', monaId)).toBe(1);
  const [goodbye] = await mailsTo('nora.never@example.org', 'account-deleted');
  expect(goodbye?.text).toContain('as we told you');
  expect((await certificate(noraId)).content.asked.by).toEqual({
    kind: 'worker',
    id: 'erase-inactive-member',
  });
  expect(await mailsTo('nora.never@example.org', 'retention-notice')).toHaveLength(1);
});

it('what an erased member booked and paid stays for seven years, then only its sums do', async () => {
  const kept = (await certificate(ivyId)).content.kept;
  expect(kept).toMatchObject({ bookings: 1, payments: 1, removedAt: null });
  ivyKeptUntil = z.string().parse(kept.until);
  const over = new Date(endOfLondonDay(ivyKeptUntil).getTime() + 1);
  const [sums] = await studio.query('SELECT sum(amount_pence)::int AS money FROM money_entries');
  await clock.moveTo(before(over));
  expect(await rowsOf('SELECT 1 FROM bookings WHERE user_id = $1', ivyId)).toBe(1);
  expect(await rowsOf('SELECT 1 FROM payments WHERE member_id = $1', ivyId)).toBe(1);
  await clock.moveTo(after(over));
  const columns = await studio.query(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('member_id', 'user_id') ORDER BY table_name`,
  );
  const still: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    if ((await rowsOf(`SELECT 1 FROM ${table} WHERE ${column} = $1`, ivyId)) > 0) still.push(String(table));
  }
  // The tombstone says that the key is destroyed, without which what was sealed would be an error and not forgotten.
  expect(still).toEqual(['member_keys']);
  expect(await rowsOf('SELECT 1 FROM users WHERE id = $1', ivyId)).toBe(0);
  expect(await studio.query('SELECT sum(amount_pence)::int AS money FROM money_entries')).toEqual([sums]);
  expect(await rowsOf('SELECT 1 FROM money_entries WHERE payment_intent_id IS NOT NULL')).toBe(0);
  expect((await certificate(ivyId)).content.kept).toMatchObject({ bookings: 0, payments: 0, until: null });

  const desk = await auditor.expect(auditPassesAnswer, 'GET', `/api/audit/members/${ivyId}/passes`);
  expect(desk).toMatchObject({ balanced: true, member: { erased: true, name: null } });
});

it('after all of it the store is in balance, and nothing is done twice', async () => {
  const verdict = await verify();
  expect(verdict?.events.exceptions).toEqual([]);
  expect(verdict?.readModels).toMatchObject({ differences: [], notCompared: [] });
  expect(verdict).toMatchObject({ holds: true, events: { totals: { erased: 2 } } });
  const written = verdict?.events.totals.events;
  await clock.moveTo(new Date((await clock.now()).getTime() + 3 * millisecondsInHour));
  expect((await verify())?.events.totals.events).toBe(written);
});
