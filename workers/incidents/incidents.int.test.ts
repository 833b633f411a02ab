import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { toLondonInstant } from '#domain/london-time.ts';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { createQueue } from '#infra/queue/create-queue.ts';
import { handle } from '#infra/queue/define-job.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { SandboxClock } from '#services/api/testing/sandbox-clock.fixture.ts';
import { auditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { damageWallet, poisonCatalogue, readDatabaseUrl } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { verifyNight } from '../jobs/verify-night/definition.ts';

const fivePasses = 5;
const studioAddress = 'studio@example.com';

let studio: RunningStudio;
let health: string;
let clock: SandboxClock;
let visitor: StudioClient;
let member: StudioClient;
let memberId: string;
let classIds: number[];
beforeAll(async () => {
  const port = await findFreePort();
  health = `http://127.0.0.1:${port}`;
  studio = await startRunningStudio({
    HEALTH_PORT: String(port),
    STUDIO_EMAIL: studioAddress,
    LOG_LEVEL: 'silent',
  });
  clock = new SandboxClock(studio.process.base);
  visitor = new StudioClient(studio.process.base);
  // No verification by the timer replaces those of the test.
  await studio.query(
    'INSERT INTO verifications (night) SELECT current_date + day FROM generate_series(-1, 4) day ON CONFLICT DO NOTHING',
  );
  // The studio is emailed once a day, so no day ends during the test.
  await clock.moveTo(toLondonInstant(londonDayIn(1), '12:00'));
  member = await visitor.signUp('ida.incident@example.com', 'Ida Incident');
  await member.buy(fivePasses);
  classIds = await openClasses(await visitor.staff('admin'), 3, 7, await clock.now());
  expect((await member.call('POST', '/api/bookings', { classId: classIds[0] })).status).toBe(200);
  const [row] = await studio.query('SELECT user_id FROM bookings');
  memberId = z.string().parse(row?.user_id);
});
afterAll(() => studio?.remove());

const mails = z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() }));
const incidentMails = async (subject: RegExp) => {
  const outbox = await fetch(
    `${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(studioAddress)}`,
  );
  return mails
    .parse(await outbox.json())
    .filter((mail) => mail.kind === 'studio-incident' && subject.test(mail.subject));
};
const metric = async (series: string): Promise<number | null> => {
  const lines = (await (await fetch(`${health}/metrics`)).text()).split('\n');
  const line = lines.find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
};
/** Moves the sandbox clock, which runs every sweep and waits for the jobs. */
const advanceClock = async (ms = 60_000) => clock.moveTo(new Date((await clock.now()).getTime() + ms));

/** Has the studio's workers verify a night, as the sweep would at 03:00, and waits for the stored result. */
async function verify(night: string): Promise<void> {
  const queue = await createQueue({
    connection: { kind: 'postgres', url: await readDatabaseUrl(studio.dataDir) },
    registry: createJobRegistry([handle(verifyNight, async () => {})]),
    logger: createLogger({ level: 'silent', component: 'test' }),
  });
  try {
    await queue.enqueue(verifyNight, { night }, { key: night });
  } finally {
    await queue.close();
  }
  await waitFor(
    async () =>
      (
        await studio.query('SELECT 1 FROM verifications WHERE night = $1::date AND finished_at IS NOT NULL', [
          night,
        ])
      ).length === 1,
    { what: 'the verification' },
  );
}

async function expectNothingOfNoFault(): Promise<void> {
  await verify('2026-01-01');
  await advanceClock();
  expect(await metric('tideline_unbalanced_wallets')).toBe(0);
  expect(await metric('tideline_verification_exceptions{where="events"}')).toBe(0);
  expect(await metric('tideline_verification_exceptions{where="read-models"}')).toBe(0);
  expect(await incidentMails(/./)).toEqual([]);
}

async function expectVerificationInOverview(): Promise<void> {
  const auditor = await visitor.staff('auditor');
  const { verification } = await auditor.expect(auditOverviewAnswer, 'GET', '/api/audit/overview');
  expect(verification).toMatchObject({
    ...{ origin: 'night', startedBy: null, holds: true },
    seal: { intact: true },
  });
  expect(verification?.covered.events).toBeGreaterThan(10);
}

async function expectEmailsAboutWallet(): Promise<void> {
  await damageWallet(studio.dataDir, memberId);
  await verify('2026-01-02');
  expect(await metric('tideline_unbalanced_wallets')).toBe(1);
  expect(await metric('tideline_verification_exceptions{where="events"}')).toBeGreaterThan(0);

  const subject = /does not add up/;
  await advanceClock();
  await advanceClock();
  const [mail, ...more] = await incidentMails(subject);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('passes of 1 member');
  expect(mail?.text).toContain('/audit');
  for (const word of [memberId, 'Ida', 'ida.incident']) expect(mail?.text).not.toContain(word);
  await advanceClock(millisecondsInDay);
  expect(await incidentMails(subject)).toHaveLength(2);
}

/** A poison event stops one projection only. */
async function expectEmailAboutStoppedProjection(): Promise<void> {
  await poisonCatalogue(studio.dataDir);
  const stopped = (name: string) => metric(`tideline_projection_stopped{projection="${name}"}`);
  await waitFor(async () => (await stopped('catalogue')) === 1, { what: 'the projection that stops' });

  // Other projections continue, and a booking shows immediately.
  const booked = await member.call('POST', '/api/bookings', { classId: classIds[1] });
  expect(booked).toMatchObject({ status: 200, body: { success: true } });
  expect(booked.body).not.toHaveProperty('pending');
  expect(await stopped('bookings')).toBe(0);
  expect(await metric('tideline_projection_lag_events{projection="bookings"}')).toBe(0);
  expect(await metric('tideline_projection_lag_events{projection="catalogue"}')).toBeGreaterThan(0);

  // Readiness reports it, and the process stays in service.
  const ready = await fetch(`${health}/health/ready`);
  expect(ready.status).toBe(200);
  const { status, checks } = z
    .object({ status: z.string(), checks: z.array(z.object({ name: z.string(), ok: z.boolean() })) })
    .parse(await ready.json());
  expect(status).toBe('degraded');
  expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['read-model catalogue']);
  expect((await fetch(`${studio.process.base}/health/ready`)).status).toBe(200);

  const subject = /stands still/;
  const runSweeps = async () => {
    // The sandbox clock can not settle, because one read model has stopped. It runs the sweeps nevertheless.
    await fetch(`${studio.process.base}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: 'PT1M' }),
    });
  };
  await runSweeps();
  const [mail] = await waitFor(async () => {
    const found = await incidentMails(subject);
    return found.length > 0 ? found : null;
  });
  await runSweeps();
  expect(await incidentMails(subject)).toHaveLength(1);
  expect(mail?.text).toContain('“catalogue”');
  expect(mail?.text).toContain('No booking, pass or payment is lost');
}

// One test, because the faults stay in the studio.
test('the studio gets no email without a fault, and one per day about a wallet that is unbalanced and a projection that stopped', async () => {
  await expectNothingOfNoFault();
  await expectVerificationInOverview();
  await expectEmailsAboutWallet();
  await expectEmailAboutStoppedProjection();
});

test('unprocessed webhooks show in the metrics until they are processed', async () => {
  const waiting = () => metric('tideline_webhooks_waiting');
  await waitFor(async () => (await waiting()) === 0);
  // Too new for an incident, and its next attempt is not due.
  await studio.query(
    `INSERT INTO stripe_webhooks (event_id, type, payload, received_at, last_attempt_at)
     VALUES ('evt_stuck', 'test', '{}', now() - interval '30 minutes', now() + interval '1 hour')`,
  );
  expect(await waiting()).toBe(1);
  expect(await metric('tideline_webhooks_oldest_seconds')).toBeGreaterThan(29 * 60);
  await studio.query(`UPDATE stripe_webhooks SET processed_at = now() WHERE event_id = 'evt_stuck'`);
  expect(await waiting()).toBe(0);
  expect(await metric('tideline_webhooks_oldest_seconds')).toBe(0);
});
