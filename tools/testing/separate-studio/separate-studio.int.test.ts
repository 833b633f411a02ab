import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPage } from '#services/api/testing/event-stream.fixture.ts';
import { userAnswer } from '#services/contract/auth.ts';
import { londonDayIn, openClasses } from '../open-classes.ts';
import { hasRedisServer } from '../outages/redis-server.ts';
import { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import { checkClosingBalance } from './closing-balance.ts';
import type { ManagedProcess } from './managed-process.ts';
import { MemberLoad } from './member-load.ts';
import type { QueueKind, Server } from './servers.ts';
import { type SeparateStudio, startSeparateStudio } from './start-separate-studio.ts';
import { SteadyLoad } from './steady-load.ts';

const isLong = process.env.TEST_FAULTS === 'long';
const rounds = isLong ? 6 : 1;
const fivePasses = 5;
/** Long, because a busy machine takes a while to start a process. */
const recoveryTimeoutMs = 180_000;
const testTimeoutMs = 900_000;

/** One kind of queue in `npm test` (Redis where it is installed), both in `npm run test:faults`. TEST_QUEUE selects one. */
function listVariants(): { kind: QueueKind; title: string }[] {
  const { TEST_QUEUE: selected } = process.env;
  const redis = { kind: 'redis' as const, title: 'jobs in Redis' };
  const postgres = {
    kind: 'postgres' as const,
    title: hasRedisServer ? 'jobs in Postgres' : 'jobs in Postgres (no redis-server is installed here)',
  };
  const possible = (hasRedisServer ? [redis, postgres] : [postgres]).filter(
    ({ kind }) => selected === undefined || kind === selected,
  );
  return possible.slice(0, isLong ? 2 : 1);
}

const bookingAnswer = z.object({ bookingId: z.number() });
const myBookings = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });
const boardAnswer = z.object({
  queues: z.array(z.object({ name: z.string(), counts: z.record(z.string(), z.number()) })),
});
const outbox = z.array(z.object({ kind: z.string() }));

/** Lists the errors in a process's output. */
const listErrors = ({ printed }: ManagedProcess) =>
  printed.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line) || line.startsWith('Error'));

describe.each(listVariants())('the studio in separate processes, $title', ({ kind }) => {
  let studio: SeparateStudio;
  beforeAll(async () => {
    studio = await startSeparateStudio(kind);
  }, testTimeoutMs);
  afterAll(() => studio?.stop(), testTimeoutMs);

  const visitor = () => new StudioClient(studio.base);
  const memberId = async (client: StudioClient) =>
    (await client.expect(userAnswer, 'GET', '/api/auth/user')).user.id;

  it(
    'shares state between its APIs, sends each email once, and projects in one process',
    async () => {
      const [first = '', second = ''] = studio.apiBases;
      const [classId, lastSeat] = await openClasses(await visitor().staff('admin'), 2, 1);
      const email = 'ann.separate@example.com';
      const ann = await new StudioClient(first).signUp(email);
      const annElsewhere = new StudioClient(second, ann.token);
      expect((await new StudioClient(studio.base, ann.token).buy(fivePasses)).status).toBe(200);
      const page = await openPage(second, ann.token);
      const { bookingId } = await ann.expect(bookingAnswer, 'POST', '/api/bookings', { classId });
      const { bookings } = await annElsewhere.expect(myBookings, 'GET', '/api/my-bookings');
      expect(bookings).toEqual([expect.objectContaining({ id: bookingId, status: 'confirmed' })]);
      await waitFor(() => page.changes.some(({ topics }) => topics.includes('bookings')));
      page.close();

      const kindsTo = async (to: string) =>
        outbox
          .parse(await (await fetch(`${studio.base}/sandbox/outbox.json?to=${to}`)).json())
          .map(({ kind: sent }) => sent)
          .toSorted();
      const selected = ['booking-confirmed', 'mailing-list', 'receipt', 'welcome'];
      await waitFor(async () => (await kindsTo(email)).length >= selected.length, {
        timeout: recoveryTimeoutMs,
      });
      expect(await kindsTo(email)).toEqual(selected);

      // The first API has cached the class with a free seat; the second API books that seat.
      const bob = await new StudioClient(second).signUp('bob.separate@example.com');
      expect((await new StudioClient(studio.base, bob.token).buy(fivePasses)).status).toBe(200);
      const { bookingId: firstBookingId } = await ann.expect(bookingAnswer, 'POST', '/api/bookings', {
        classId: lastSeat,
      });
      await ann.expect(z.unknown(), 'POST', '/api/cancel-booking', { bookingId: firstBookingId });
      await bob.expect(bookingAnswer, 'POST', '/api/bookings', { classId: lastSeat });
      expect(await ann.call('POST', '/api/bookings', { classId: lastSeat })).toMatchObject({
        status: 409,
        body: { code: 'CLASS_FULL' },
      });

      const connections = await studio.query(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'tideline projections'",
      );
      expect(connections).toHaveLength(1);
      expect(studio.activeProjection()).not.toBeNull();

      // Each API shows the jobs of the workers.
      for (const api of studio.apiBases) {
        const admin = await new StudioClient(api).staff('admin');
        const { queues } = await admin.expect(boardAnswer, 'GET', '/api/admin/jobs/api/queues');
        expect(queues.map(({ name }) => name).toSorted()).toEqual(['effects', 'later', 'push', 'sweeps']);
        expect(queues.find(({ name }) => name === 'effects')?.counts['completed']).toBeGreaterThan(0);
      }

      await ann.call('POST', '/api/auth/signout');
      await waitFor(async () => (await annElsewhere.call('GET', '/api/my-bookings')).status === 401);
      // All processes started concurrently on empty servers: no job read a table before it existed.
      for (const { name, printed } of studio.workers) expect(printed, name).not.toContain('does not exist');
    },
    testTimeoutMs,
  );

  it(
    'fails no request while its processes restart one after another',
    async () => {
      // Another test may have killed its servers just before.
      await waitFor(() => studio.proxy.servingPorts().length === 2, { timeout: recoveryTimeoutMs });
      const admin = await visitor().staff('admin');
      const classIds = await openClasses(admin, 12, 20);
      const load = new SteadyLoad();
      const members = await Promise.all(
        [1, 2, 3].map(async (number) => {
          const client = await visitor().signUp(`rolling-${kind}-${number}@example.com`);
          const id = await memberId(client);
          await admin.expect(z.unknown(), 'POST', `/api/admin/members/${id}/add-passes`, { passes: 20 });
          return client;
        }),
      );
      for (const client of members) load.book(client, classIds);
      load.read(visitor(), [`/api/classes?date=${londonDayIn(2)}`, '/api/class-passes']);
      load.read(members[0] ?? visitor(), ['/api/my-bookings', '/api/auth/user']);
      load.watch(studio.base);
      for (const client of members) load.watch(studio.base, client.token);

      const [firstApi] = studio.apis;
      const active = studio.activeProjection();
      const processes = [
        ...studio.apis,
        ...studio.projections.toSorted((one) => (one === active ? -1 : 1)),
        ...studio.workers,
      ];
      const waitForAnswers = async () => {
        const before = load.answered;
        await waitFor(() => load.answered > before + 20, {
          timeout: recoveryTimeoutMs,
          what: 'the load to continue',
        });
      };
      const durations: string[] = [];
      for (const part of processes) {
        const { length: known } = listErrors(part);
        await waitForAnswers();
        const exit = part.stop();
        if (part === firstApi) await expectDraining(studio.apiBases[0] ?? '');
        const { code, durationMs } = await exit;
        durations.push(`${part.name}: ${Math.round(durationMs)} ms`);
        expect(code, part.name).toBe(0);
        expect(listErrors(part).slice(known), part.name).toEqual([]);
        await waitForAnswers();
        await part.start();
        await waitFor(() => studio.proxy.servingPorts().length === 2, { timeout: recoveryTimeoutMs });
      }
      await waitForAnswers();
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(load.reopened).toBeGreaterThanOrEqual(2);
      console.log(
        `${load.answered} requests answered, ${load.pending} of them pending, ${load.reopened} streams opened again; processes ended after ${durations.join(', ')}`,
      );
    },
    testTimeoutMs,
  );

  it(
    'starts before its servers, and logs what it waits for',
    async () => {
      const processes = [...studio.apis, ...studio.projections, ...studio.workers];
      const servers = [studio.postgres, studio.eventStore, ...(studio.redis === null ? [] : [studio.redis])];
      for (const part of [...processes, ...servers]) await part.kill();
      const starting = Promise.all(processes.map((part) => part.start()));
      // Awaited at the end, where a failure is reported.
      starting.catch(() => {});
      const waitForLog = (sentence: string) =>
        waitFor(() => processes.every(({ printed }) => printed.includes(sentence)), {
          timeout: recoveryTimeoutMs,
          what: sentence,
        });
      await waitForLog('Postgres does not answer yet; waiting for it');
      await studio.postgres.start();
      await waitForLog('Postgres answers');
      await waitForLog('The event store does not answer yet; waiting for it');
      await studio.eventStore.start();
      await waitForLog('The event store answers');
      await studio.redis?.start();
      await starting;
      for (const part of processes)
        expect(listErrors(part).filter((line) => !/redis/i.test(line))).toEqual([]);
      await waitFor(() => studio.proxy.servingPorts().length === 2, { timeout: recoveryTimeoutMs });
      const client = await visitor().signUp(`first-${kind}@example.com`);
      expect((await client.buy(fivePasses)).status).toBe(200);
    },
    testTimeoutMs,
  );

  it(
    'loses nothing when any process is killed',
    async () => {
      const capacity = 3;
      const classIds = await openClasses(await visitor().staff('admin'), 14, capacity);
      const tokens = new Map<string, string>();
      const members: MemberLoad[] = [];
      for (const number of [0, 1, 2, 3, 4, 5]) {
        const email = `killed-${kind}-${number}@example.com`;
        const client = await visitor().signUp(email);
        const id = await memberId(client);
        tokens.set(id, client.token);
        members.push(new MemberLoad({ client, memberId: id, email, number, classIds }));
      }
      const stopping = new AbortController();
      const running = Promise.all(members.map((member) => member.run(stopping.signal)));
      const acknowledged = () => members.reduce((sum, member) => sum + member.acknowledged, 0);
      const waitForCommands = async (count: number, what: string) => {
        const before = acknowledged();
        await waitFor(() => acknowledged() >= before + count, { timeout: recoveryTimeoutMs, what });
      };
      const recoveries: string[] = [];
      let kills = 0;
      const killAndRestart = async (part: Server, whileDead: () => Promise<void> = async () => {}) => {
        kills += 1;
        await waitForCommands(2 + ((kills * 5) % 11), `bookings before ${part.name} is killed`);
        const killedAt = performance.now();
        await part.kill();
        await whileDead();
        await part.start();
        await waitForCommands(5, `bookings after ${part.name} was killed`);
        recoveries.push(`${part.name} ${Math.round(performance.now() - killedAt)} ms`);
      };
      try {
        for (let round = 0; round < rounds; round += 1) {
          for (const part of studio.apis) await killAndRestart(part);
          const active = await waitFor(() => studio.activeProjection());
          const standby = studio.projections.find((part) => part !== active);
          await killAndRestart(active, async () => {
            await waitFor(() => studio.activeProjection() === standby, {
              timeout: recoveryTimeoutMs,
              what: 'the standby',
            });
            await waitForCommands(3, 'bookings projected by the standby');
          });
          for (const part of studio.projections) {
            if (part !== studio.activeProjection()) await killAndRestart(part);
          }
          for (const part of studio.workers) await killAndRestart(part);
          await killAndRestart(studio.eventStore);
          if (studio.redis !== null) await killAndRestart(studio.redis);
          await killAndRestart(studio.postgres);
        }
      } finally {
        stopping.abort();
        await running;
      }
      await checkClosingBalance(studio, members, tokens, capacity);
      const repeated = [...studio.emails.requests.values()].filter((count) => count > 1).length;
      const sum = (count: (member: MemberLoad) => number) =>
        members.reduce((total, member) => total + count(member), 0);
      console.log(
        `${acknowledged()} acknowledged (${sum(({ bought }) => bought.length)} purchases), ${sum(({ unanswered }) => unanswered)} not answered; ${repeated} of ${studio.emails.requests.size} emails sent to the provider more than once; killed, restarted and serving again after: ${recoveries.join(', ')}`,
      );
    },
    testTimeoutMs * rounds,
  );
});

/** Expects an API after SIGTERM to report that it is not ready, and to answer until the proxy has noticed. */
async function expectDraining(base: string): Promise<void> {
  await waitFor(async () => (await fetch(`${base}/health/serving`)).status === 503);
  expect((await fetch(`${base}/health/ready`)).status).toBe(503);
  const answer = await fetch(`${base}/api/class-passes`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
}
