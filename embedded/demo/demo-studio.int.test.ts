import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { rulesAnswer } from '#services/contract/rules.ts';
import { whatIfAnswer, whatIfStarted } from '#services/contract/what-if.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createDemoEmail, demoMemberNames, demoPassword } from './people.ts';

/** The environment of `npm start`, with its default log level. */
const demo = { STUDIO_DEMO: 'on', LOG_LEVEL: '' };

let studio: RunningStudio;
beforeAll(async () => {
  studio = await startRunningStudio(demo);
});
afterAll(() => studio?.remove());

const queryRow = async (sql: string) => (await studio.query(sql))[0] ?? {};
const isReady = async () =>
  String((await queryRow("SELECT value FROM settings WHERE key = 'demo_studio'")).value).startsWith('ready');

it('completes the demo after a kill during seeding, without duplicates', async () => {
  await waitFor(async () => Number((await queryRow('SELECT count(*) AS count FROM bookings')).count) > 60, {
    timeout: 240_000,
    what: 'some bookings',
  });
  expect(await isReady()).toBe(false);
  const first = studio.process;
  await studio.process.killEverything();
  studio.process = await startStudioProcess(studio.dataDir, demo);
  await waitFor(() => studio.process.printed().includes('The demo studio is ready'), {
    timeout: 240_000,
    what: 'the demo studio',
  });
  // The line is printed after the append; the read model follows.
  await waitFor(isReady);
  for (const { printed } of [first, studio.process]) {
    expect(printed()).toContain('Tideline is open at');
    expect(printed()).not.toContain('"level":"info"');
    // Jobs and sweeps must not start before the site listens.
    expect(printed()).not.toMatch(/can not be asked|\(no answer\)/);
  }
  // A payment that the kill interrupted may still be finishing.
  await waitFor(async () => Number((await queryRow('SELECT sum(held) AS held FROM wallet_lots')).held) === 0);

  expect(
    await queryRow(`SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(DISTINCT email)::int FROM users) AS emails,
      (SELECT count(*)::int FROM schedule_classes) AS classes, (SELECT count(*)::int FROM instructors) AS instructors,
      (SELECT count(*)::int FROM class_passes) AS passes`),
  ).toEqual({ members: 40, emails: 40, classes: 24 * 13, instructors: 5, passes: 7 });
  expect(
    await queryRow(
      `SELECT count(*)::int AS bookings, count(*) FILTER (WHERE status <> 'confirmed')::int AS cancelled FROM bookings`,
    ),
  ).toEqual({
    bookings: expect.toSatisfy((count) => count > 250),
    cancelled: expect.toSatisfy((count) => count > 10),
  });
  const unbalanced = await studio.query(`
    SELECT member_id, sum(granted) AS granted FROM wallet_lots GROUP BY member_id
    HAVING sum(granted) <> sum(available + held + used + forfeited + expired + revoked)
      OR sum(used + forfeited) <> (SELECT count(*) FROM bookings b
        WHERE b.user_id = member_id AND b.status IN ('confirmed', 'late_cancelled'))`);
  expect(unbalanced).toEqual([]);
  const overbooked = await studio.query(`
    SELECT class_id FROM bookings WHERE status = 'confirmed' GROUP BY class_id
    HAVING count(*) > 7 OR count(*) <> count(DISTINCT user_id)`);
  expect(overbooked).toEqual([]);
  // Each charge has one lot, bought or of a membership.
  expect(
    await queryRow(`SELECT (SELECT count(*)::int FROM wallet_lots) AS lots, (SELECT count(*)::int FROM pass_purchases) AS purchases,
      (SELECT count(*)::int FROM memberships WHERE status = 'active') AS memberships,
      (SELECT count(*)::int FROM sandbox.stripe_objects WHERE kind = 'charge' AND data ->> 'status' = 'succeeded') AS charges`),
  ).toSatisfy(
    ({ lots, purchases, memberships, charges }) =>
      purchases > 40 && memberships === 5 && lots === purchases + memberships && lots === charges,
  );

  // Its history, repeated under its own rules and decided anew, is the same.
  const admin = await new StudioClient(studio.process.base).staff('admin');
  const { rules } = await admin.expect(rulesAnswer, 'GET', '/api/rules');
  for (const asked of [{}, rules]) {
    const question = { from: '2020-01-01', to: '2029-12-31', rules: asked };
    const { runId } = await admin.expect(whatIfStarted, 'POST', '/api/admin/what-if', question);
    const read = () => admin.expect(whatIfAnswer, 'GET', `/api/admin/what-if/${runId}`);
    await waitFor(async () => (await read()).state !== 'running');
    const answer = await read();
    expect(answer).toMatchObject({ state: 'done', differences: [], differenceCount: 0 });
    expect(answer.figures.bookings?.was).toBeGreaterThan(250);
  }

  const [name = ''] = demoMemberNames;
  const signedIn = await new StudioClient(studio.process.base).call('POST', '/api/auth/signin', {
    email: createDemoEmail(name),
    password: demoPassword,
  });
  expect(signedIn.status).toBe(200);
});
