import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, addPeriodToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import { type ComplaintEntry, complaintsAnswer } from '#services/contract/complaints.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
beforeAll(async () => {
  studio = await startRunningStudio({
    LOG_LEVEL: 'silent',
    STUDIO_DEMO: 'off',
    STUDIO_EMAIL: 'hello@tideline.example',
  });
  visitor = new StudioClient(studio.process.base);
  clock = new SandboxClock(studio.process.base);
});
// A session does not last as long as the clock moves.
beforeEach(async () => {
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const mails = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
async function readMails(to: string, kind: string) {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(to)}`);
  return mails.parse(await answer.json()).filter((mail) => mail.kind === kind);
}
const studioMails = (kind: string) => readMails('hello@tideline.example', kind);
const readLog = async () => (await admin.expect(complaintsAnswer, 'GET', '/api/admin/complaints')).complaints;
const findOf = (log: readonly ComplaintEntry[], email: string) => {
  const entry = log.find(({ complaint }) => complaint?.email === email);
  if (entry === undefined) throw new Error(`No complaint by ${email}`);
  return entry;
};
const complain = (email: string, text = 'You still write to my old address.') =>
  visitor.call('POST', '/api/complaints', { name: 'Ada Shore', email, text, requestKey: randomUUID() });
/** The complaint once its acknowledgement was sent. */
const waitForAcknowledgement = (email: string) =>
  waitFor(async () => {
    const entry = findOf(await readLog(), email);
    return entry.acknowledgedAt !== null && entry;
  });

it('acknowledges a complaint by email, reports it to the studio, and emails the answer', async () => {
  const email = 'ada@example.org';
  expect((await complain(email)).status).toBe(200);
  const entry = await waitForAcknowledgement(email);
  expect(entry).toMatchObject({
    status: 'open',
    complaint: { name: 'Ada Shore', email, text: 'You still write to my old address.' },
    dueAt: endOfLondonDay(addDaysToDay(toLondonDay(new Date(entry.receivedAt)), 30)).toISOString(),
  });
  expect(await readMails(email, 'complaint-acknowledgement')).toMatchObject([
    { subject: 'We have your complaint' },
  ]);
  const [report] = await waitFor(async () => {
    const found = await studioMails('studio-complaint');
    return found.length > 0 && found;
  });
  expect(report?.text).toContain('/admin/complaints');
  expect(report?.text).not.toContain('Ada');

  const path = `/api/admin/complaints/${entry.id}/answer`;
  const answer = { text: 'It is corrected.\n\nWe are sorry.', requestKey: randomUUID() };
  expect((await admin.call('POST', path, answer)).status).toBe(200);
  expect((await admin.call('POST', path, answer)).status).toBe(200);
  expect(findOf(await readLog(), email)).toMatchObject({
    status: 'answered',
    answers: [{ text: answer.text, by: 'Admin' }],
  });
  const sent = await waitFor(async () => {
    const found = await readMails(email, 'complaint-answer');
    return found.length > 0 && found;
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain('We are sorry.');
  expect((await admin.call('POST', '/api/admin/complaints/999999/answer', answer)).status).toBe(404);
});

it('exports the complaints of an address to its member, and to no other', async () => {
  const member = await visitor.signUp('Cleo.Complains@example.org', 'Cleo Complains');
  const other = await visitor.signUp('otis.other@example.org', 'Otis Other');
  await complain('cleo.complains@Example.org', 'My phone number is wrong.');
  const readExport = async (client: StudioClient) =>
    (await client.expect(exportAnswer, 'GET', '/api/user/export')).complaints;
  expect(await readExport(member)).toMatchObject([{ text: 'My phone number is wrong.', answers: [] }]);
  expect(await readExport(other)).toEqual([]);
});

it('keeps what people wrote out of every table and of the log of events', async () => {
  const secret = 'Wyvern-of-Worthing';
  await complain('secret.person@example.org', `It says ${secret} in my profile.`);
  await waitForAcknowledgement('secret.person@example.org');
  const rows = await studio.query('SELECT * FROM complaints');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('secret.person');
  expect(JSON.stringify(rows)).not.toContain(secret);
});

it('warns the studio from a week before the due date until there is an answer', async () => {
  const email = 'wilma.waits@example.org';
  await complain(email);
  const { id, dueAt } = await waitForAcknowledgement(email);
  for (const other of await readLog()) {
    if (other.id !== id && other.status === 'open')
      await admin.call('POST', `/api/admin/complaints/${other.id}/answer`, { text: 'Done.' });
  }
  const countWarnings = async () =>
    (await studioMails('studio-incident')).filter(({ subject }) => subject.includes('complaint')).length;
  const before = await countWarnings();
  await clock.moveTo(new Date(Date.parse(dueAt) - 8.5 * millisecondsInDay));
  expect(await countWarnings()).toBe(before);
  await clock.moveTo(new Date(Date.parse(dueAt) - 6 * millisecondsInDay));
  const warned = await waitFor(async () => {
    const count = await countWarnings();
    return count > before && count;
  });
  admin = await visitor.staff('admin');
  await admin.call('POST', `/api/admin/complaints/${id}/answer`, { text: 'It is done.' });
  await clock.moveTo(new Date(Date.parse(dueAt) + millisecondsInDay));
  expect(await countWarnings()).toBeLessThanOrEqual(warned + 1);
});

it('erases a complaint 24 months after its last answer', async () => {
  const email = 'otto.over@example.org';
  await complain(email);
  const { id } = await waitForAcknowledgement(email);
  const path = `/api/admin/complaints/${id}/answer`;
  expect((await admin.call('POST', path, { text: 'It is done.', requestKey: randomUUID() })).status).toBe(
    200,
  );
  const entry = findOf(await readLog(), email);
  const lastAt = new Date(entry.answers.at(-1)?.at ?? '');
  const over = endOfLondonDay(addPeriodToDay(toLondonDay(lastAt), { unit: 'months', count: 24 }));
  await clock.moveTo(new Date(over.getTime() - 60_000));
  admin = await visitor.staff('admin');
  const find = async () => (await readLog()).find((each) => each.id === id);
  expect((await find())?.complaint).not.toBeNull();
  await clock.moveTo(new Date(over.getTime() + 2 * 3_600_000));
  expect(await find()).toMatchObject({ status: 'erased', complaint: null, answers: [{ text: null }] });
  const keys = await studio.query('SELECT wrapped_key FROM member_keys WHERE member_id = $1', [
    `complaint-${id}`,
  ]);
  expect(keys).toEqual([{ wrapped_key: null }]);
});
