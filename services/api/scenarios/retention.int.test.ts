import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addPeriodToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import { auditPassesAnswer } from '#services/contract/audit.ts';
import { erasureCertificate } from '#services/contract/erasure-certificate.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// Each test moves the clock over months or years.
let studio: RunningStudio;
let visitor: StudioClient;
let clock: SandboxClock;

const password = 'seaside-7';
const user = z.object({ user: z.object({ id: z.string() }) });
const readMemberId = async (client: StudioClient) =>
  (await client.expect(user, 'GET', '/api/auth/user')).user.id;
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const mails = z.array(z.object({ kind: z.string(), text: z.string().default(''), sentAt: z.string() }));
async function readMails(email: string, kind: string) {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return mails.parse(await answer.json()).filter((mail) => mail.kind === kind);
}
/** The first instant after the London day that lies so many months after an instant. */
const endOfMonthsAfter = (instant: Date, months: number) =>
  new Date(
    endOfLondonDay(addPeriodToDay(toLondonDay(instant), { unit: 'months', count: months })).getTime() + 1,
  );
/** The clock runs while it is moved, and what falls due meanwhile is done. */
const before = (instant: Date) => new Date(instant.getTime() - 10 * millisecondsInMinute);
/** The clock runs while it is moved, so a deadline that counts from an email is a moment later. */
const after = (instant: Date) => new Date(instant.getTime() + 30 * millisecondsInMinute);
const countRows = async (sql: string, ...values: unknown[]) => (await studio.query(sql, values)).length;
// Sessions expire by the machine's clock, so this one stays valid over all these years.
let auditor: StudioClient;
const readCertificate = (id: string) =>
  auditor.expect(erasureCertificate, 'GET', `/api/audit/members/${id}/erasure`);

beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
  clock = new SandboxClock(studio.process.base);
  auditor = await visitor.staff('auditor');
});
afterAll(() => studio?.remove());

it('deletes a processed webhook after 90 days', async () => {
  const start = await clock.now();
  await studio.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, received_at, processed_at)
     VALUES ('evt_old', 'payment_intent.succeeded', '{}', $1::timestamptz - interval '1 day', $1),
       ('evt_latest', 'payment_intent.succeeded', '{}', $1, $1)`,
    [start],
  );
  const countOldWebhooks = () => countRows("SELECT 1 FROM stripe_webhooks WHERE event_id = 'evt_old'");
  await clock.moveTo(new Date(start.getTime() + 89 * millisecondsInDay));
  expect(await countOldWebhooks()).toBe(1);
  await clock.moveTo(new Date(start.getTime() + 91 * millisecondsInDay));
  expect(await countOldWebhooks()).toBe(0);
  // The latest webhook stays, or it would be collected again.
  expect(await countRows("SELECT 1 FROM stripe_webhooks WHERE event_id = 'evt_latest'")).toBeGreaterThan(0);
});

it('erases a registration of interest at the end of the London day 24 months later', async () => {
  await visitor.call('POST', '/api/registrations', {
    name: 'Rhea',
    email: 'rhea@example.org',
    phone: '07700 900123',
    message: '',
  });
  const [row] = await waitFor(async () => {
    const rows = await studio.query('SELECT created_at FROM registrations');
    return rows.length > 0 && rows;
  });
  const over = endOfMonthsAfter(z.date().parse(row?.created_at), 24);
  await clock.moveTo(before(over));
  expect(await countRows('SELECT 1 FROM registrations WHERE email IS NOT NULL')).toBe(1);
  await clock.moveTo(after(over));
  expect(await countRows('SELECT 1 FROM registrations WHERE email IS NOT NULL')).toBe(0);
  const [key] = await studio.query(
    "SELECT wrapped_key FROM member_keys WHERE member_id LIKE 'registration-%'",
  );
  expect(key).toEqual({ wrapped_key: null });
});

it('erases an inactive member after seven years, and removes what an erased one booked and paid', async () => {
  const [nora, mona, ivy] = [
    await visitor.signUp('nora.never@example.org'),
    await visitor.signUp('mona.returns@example.org'),
    await visitor.signUp('ivy.leaves@example.org'),
  ];
  const [noraId, monaId, ivyId] = [
    await readMemberId(nora),
    await readMemberId(mona),
    await readMemberId(ivy),
  ];
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  expect((await ivy.buy(classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0)).status).toBe(200);
  const [classId] = await openClasses(await visitor.staff('admin'), 1, 7, await clock.now());
  expect((await ivy.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect((await ivy.call('DELETE', '/api/user', { password })).status).toBe(200);
  await waitFor(
    async () => (await auditor.call('GET', `/api/audit/members/${ivyId}/erasure`)).status === 200,
    { what: 'the first erasure' },
  );

  // Members are notified four weeks before, and stay when they sign in.
  const [row] = await studio.query('SELECT max(updated_at) AS at FROM users WHERE erased_at IS NULL');
  const inactiveUntil = endOfMonthsAfter(z.date().parse(row?.at), 84);
  const noticeAt = new Date(inactiveUntil.getTime() - 28 * millisecondsInDay);
  await clock.moveTo(before(noticeAt));
  expect(await readMails('nora.never@example.org', 'retention-notice')).toEqual([]);
  await clock.moveTo(new Date(noticeAt.getTime() + 5 * millisecondsInMinute));
  for (const email of ['nora.never@example.org', 'mona.returns@example.org']) {
    const notices = await readMails(email, 'retention-notice');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('sign in once before then');
  }
  const back = await visitor.call('POST', '/api/auth/signin', {
    email: 'mona.returns@example.org',
    password,
  });
  expect(back.status).toBe(200);

  await clock.moveTo(before(inactiveUntil));
  expect(await countRows('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL', noraId)).toBe(1);
  await clock.moveTo(after(inactiveUntil));
  const erased = await studio.query(
    'SELECT id, name, email FROM users WHERE erased_at IS NOT NULL ORDER BY erased_at',
  );
  expect(erased).toContainEqual({ id: noraId, name: null, email: null });
  expect(await countRows('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NULL', monaId)).toBe(1);
  const [goodbye] = await readMails('nora.never@example.org', 'account-deleted');
  expect(goodbye?.text).toContain('as we told you');
  expect((await readCertificate(noraId)).content.asked.by).toEqual({
    kind: 'worker',
    id: 'erase-inactive-member',
  });
  expect(await readMails('nora.never@example.org', 'retention-notice')).toHaveLength(1);

  // Of an erased member's bookings and payments only the sums stay.
  const { kept } = (await readCertificate(ivyId)).content;
  expect(kept).toMatchObject({ bookings: 1, payments: 1, removedAt: null });
  const over = new Date(endOfLondonDay(z.string().parse(kept.until)).getTime() + 1);
  const [sums] = await studio.query('SELECT sum(amount_pence)::int AS money FROM money_entries');
  await clock.moveTo(before(over));
  expect(await countRows('SELECT 1 FROM bookings WHERE user_id = $1', ivyId)).toBe(1);
  expect(await countRows('SELECT 1 FROM payments WHERE member_id = $1', ivyId)).toBe(1);
  await clock.moveTo(after(over));
  const columns = await studio.query(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('member_id', 'user_id') ORDER BY table_name`,
  );
  const tables: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    if ((await countRows(`SELECT 1 FROM ${table} WHERE ${column} = $1`, ivyId)) > 0)
      tables.push(String(table));
  }
  // The tombstone marks the key as destroyed; without it the sealed data would be an error instead of forgotten.
  expect(tables).toEqual(['member_keys']);
  expect(await countRows('SELECT 1 FROM users WHERE id = $1', ivyId)).toBe(0);
  expect(await studio.query('SELECT sum(amount_pence)::int AS money FROM money_entries')).toEqual([sums]);
  expect(await countRows('SELECT 1 FROM money_entries WHERE payment_intent_id IS NOT NULL')).toBe(0);
  expect((await readCertificate(ivyId)).content.kept).toMatchObject({
    bookings: 0,
    payments: 0,
    until: null,
  });

  const desk = await auditor.expect(auditPassesAnswer, 'GET', `/api/audit/members/${ivyId}/passes`);
  expect(desk).toMatchObject({ balanced: true, member: { erased: true, name: null } });

  // The store is in balance, and nothing is done twice.
  const verdict = await verifyStore(auditor);
  expect(verdict.events.exceptions).toEqual([]);
  expect(verdict.readModels).toMatchObject({ differences: [], notCompared: [] });
  expect(verdict).toMatchObject({ holds: true, events: { totals: { erased: 2 } } });
  const eventCount = verdict.events.totals.events;
  await clock.moveTo(new Date((await clock.now()).getTime() + 3 * millisecondsInHour));
  expect((await verifyStore(auditor)).events.totals.events).toBe(eventCount);
});
