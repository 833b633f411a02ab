import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { SandboxClock } from '#services/api/testing/sandbox-clock.fixture.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const fivePasses = 5;
const ann = {
  name: 'Annabel Quickwater',
  email: 'annabel.quickwater@example.com',
  phone: '07700 900987',
  password: 'driftwood-and-kelp',
  dateOfBirth: '1987-03-14',
  hasInjuries: true,
  injuryDetails: 'A slipped disc in 2019',
};

let studio: RunningStudio;
let visitor: StudioClient;
let member: StudioClient;
/** The emails to Ann before any test handles events again. */
let journeyMails: z.infer<typeof outbox>;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'debug' });
  visitor = new StudioClient(studio.process.base);
  await completeJourney();
});
afterAll(() => studio?.remove());

const outbox = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
const mailTo = async (email: string) =>
  outbox.parse(
    await (await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`)).json(),
  );
const kindsTo = async (email: string) => (await mailTo(email)).map(({ kind }) => kind).toSorted();
const allKinds = [
  'booking-cancelled',
  'booking-confirmed',
  'booking-confirmed',
  'mailing-list',
  'receipt',
  'welcome',
];

/**
 * Deletes the jobs and the reactors' position, and runs the SQL of `also`. Ends the connection that holds the reactors' lock, so
 * that they handle every event again. Returns the completed jobs for members.
 */
async function replayEvents(also = 'SELECT 1'): Promise<string[]> {
  await studio.query(`${also}; DELETE FROM bullmq.job WHERE scheduler_id IS NULL;
    UPDATE reactor_checkpoints SET position = NULL`);
  await studio.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tideline lock reactors'",
  );
  await waitFor(
    async () => {
      const [row] = await studio.query(
        `SELECT (SELECT position FROM reactor_checkpoints) >= (SELECT max(position) FROM projection_checkpoints) AS reacted,
           (SELECT count(*) FROM bullmq.job WHERE state <> 'completed' AND scheduler_id IS NULL) = 0 AS idle`,
      );
      return row?.reacted === true && row.idle === true;
    },
    { what: 'the reactors and their jobs' },
  );
  const jobs = await studio.query(
    "SELECT name FROM bullmq.job WHERE name ~ '^(send|join)-' AND name <> 'send-cancellation' AND state = 'completed'",
  );
  return jobs.map(({ name }) => String(name)).toSorted();
}

/** Ann signs up, buys passes, books two classes, and cancels one. Resolves when as many emails were sent as are due. */
async function completeJourney(): Promise<void> {
  const { token } = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signup', ann);
  member = new StudioClient(studio.process.base, token);
  expect((await member.buy(fivePasses)).status).toBe(200);
  const [first, second] = await openClasses(await visitor.staff('admin'), 2);
  const { bookingId } = await member.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
    classId: first,
  });
  await member.call('POST', '/api/bookings', { classId: second });
  await waitFor(
    async () => (await kindsTo(ann.email)).filter((kind) => kind === 'booking-confirmed').length === 2,
  );
  await member.call('POST', '/api/cancel-booking', { bookingId });
  // Emailed when the cancellation can no longer be undone.
  const clock = new SandboxClock(studio.process.base);
  await clock.moveTo(new Date((await clock.now()).getTime() + 60_000));
  await waitFor(async () => (await kindsTo(ann.email)).length === allKinds.length);
  journeyMails = await mailTo(ann.email);
}

it('sends each email of a member’s journey', () => {
  expect(journeyMails.map(({ kind }) => kind).toSorted()).toEqual(allKinds);
  const confirmation = journeyMails.find(({ kind }) => kind === 'booking-confirmed');
  expect(confirmation?.text).toContain('Free to cancel until');
  expect(confirmation?.text).toContain('Annabel');
});

it('logs one line for each request, without personal data', async () => {
  await waitFor(() => studio.process.printed().includes('"/api/cancel-booking"'));
  const log = studio.process.printed();
  const requests = log.split('\n').flatMap((line) => {
    if (!line.includes('"msg":"request"')) return [];
    const parsed = z
      .object({
        level: z.string(),
        requestId: z.string(),
        method: z.string(),
        route: z.string(),
        status: z.number(),
        ms: z.number(),
      })
      .parse(JSON.parse(line));
    return [parsed];
  });
  const line = (method: string, route: string) =>
    requests.filter((one) => one.method === method && one.route === route);
  expect(line('POST', '/api/auth/signup')).toMatchObject([{ level: 'info', status: 200 }]);
  expect(line('POST', '/api/bookings')).toHaveLength(2);
  expect(line('GET', '/sandbox/outbox.json')[0]).toMatchObject({ level: 'debug', status: 200 });
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  await visitor.call('GET', '/api/auth/user');
  await waitFor(() =>
    /"level":"info".*"GET","route":"\/api\/auth\/user","status":401/.test(studio.process.printed()),
  );

  const words = [
    ...['Annabel', 'Quickwater', ann.email, encodeURIComponent(ann.email), '900987', ann.password],
    ...[
      ann.dateOfBirth,
      'slipped disc',
      member.token,
      'admin-sandbox"',
      'argon2',
      '_secret_',
      '4242424242424242',
    ],
  ];
  const printed = studio.process.printed();
  for (const word of words) expect([word, printed.includes(word)]).toEqual([word, false]);
  expect(printed).not.toMatch(/FSTDEP|DeprecationWarning/);
});

it('shows the jobs to admins only', async () => {
  const base = studio.process.base;
  const page = (headers: Record<string, string>) => fetch(`${base}/api/admin/jobs`, { headers });
  const codeOf = async (response: Response) => [
    response.status,
    errorAnswer.strict().parse(await response.json()).code,
  ];
  expect(await codeOf(await page({}))).toEqual([401, 'UNAUTHENTICATED']);
  expect(await codeOf(await page({ cookie: 'staff_jobs=nonsense' }))).toEqual([401, 'UNAUTHENTICATED']);
  expect(await codeOf(await page({ authorization: `Bearer ${member.token}` }))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(await page({ cookie: `staff_jobs=${member.token}` }))).toEqual([403, 'FORBIDDEN']);
  const instructor = await visitor.staff('instructor');
  expect(await codeOf(await page({ cookie: `staff_jobs=${instructor.token}` }))).toEqual([403, 'FORBIDDEN']);
  const retry = await fetch(`${base}/api/admin/jobs/api/queues/effects/retry/failed`, { method: 'PUT' });
  expect(await codeOf(retry)).toEqual([401, 'UNAUTHENTICATED']);

  const signIn = await fetch(`${base}/api/staff/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'admin', password: 'admin-sandbox' }),
  });
  const cookie = signIn.headers.getSetCookie().find((each) => each.startsWith('staff_jobs=')) ?? '';
  expect(cookie).toMatch(/^staff_jobs=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
  const board = await page({ cookie: cookie.split(';')[0] ?? '' });
  expect(board.status).toBe(200);
  expect(await board.text()).toContain('<html');
  const queues = await fetch(`${base}/api/admin/jobs/api/queues`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  });
  const names = z.object({ queues: z.array(z.object({ name: z.string() })) }).parse(await queues.json());
  expect(names.queues.map(({ name }) => name).toSorted()).toEqual(['effects', 'later', 'push', 'sweeps']);
});

it('sends no email twice when every event and job is handled again, and ignores events older than a day', async () => {
  const before = await mailTo(ann.email);
  const everyJob = [
    ...['join-newsletter', 'send-booking-confirmation', 'send-booking-confirmation'],
    ...['send-receipt', 'send-welcome'],
  ];
  expect(await replayEvents()).toEqual(everyJob);
  expect(await mailTo(ann.email)).toEqual(before);
  // Brevo has lost its keys, so only the ledger prevents a second email.
  const losesKeys = "UPDATE sandbox.outbox SET idempotency_key = 'forgotten ' || idempotency_key";
  expect(await replayEvents(losesKeys)).toEqual(everyJob);
  expect(await mailTo(ann.email)).toEqual(before);
  // The ledger lost its entries, as after a crash before the record, so only Brevo's key prevents it.
  const restoresKeys =
    "UPDATE sandbox.outbox SET idempotency_key = replace(idempotency_key, 'forgotten ', '')";
  expect(await replayEvents(`${restoresKeys}; DELETE FROM performed_effects`)).toEqual(everyJob);
  expect(await mailTo(ann.email)).toEqual(before);

  // A day later. A sweep sends reminders, however old the booking is.
  const mailByEvents = async () => (await mailTo(ann.email)).filter(({ kind }) => kind !== 'class-reminder');
  const clock = new SandboxClock(studio.process.base);
  await clock.moveTo(new Date((await clock.now()).getTime() + 25 * millisecondsInHour));
  const losesLedgerAndKeys =
    'DELETE FROM performed_effects; UPDATE sandbox.outbox SET idempotency_key = NULL';
  expect((await replayEvents(losesLedgerAndKeys)).filter((name) => name !== 'send-class-reminder')).toEqual(
    [],
  );
  expect(await mailByEvents()).toEqual(before);
});
