import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPage } from '#services/api/testing/event-stream.fixture.ts';
import { userAnswer } from '#services/contract/auth.ts';
import { londonDayIn, openClasses } from '../open-classes.ts';
import { hasRedisServer } from '../outages/redis-server.ts';
import { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import { checkClosingBalance } from './closing-balance.ts';
import { MemberLoad } from './member-load.ts';
import type { Part } from './part.ts';
import type { QueueKind, Server } from './servers.ts';
import { type SeparateStudio, startSeparateStudio } from './start-separate-studio.ts';
import { SteadyLoad } from './steady-load.ts';

const isLong = process.env.TEST_FAULTS === 'long';
const rounds = isLong ? 6 : 1;
const fivePasses = 5;
/** Nothing here is timed: a busy machine takes a while to start a process. */
const healsWithinMs = 180_000;
const patienceMs = 900_000;

/** One kind of queue in `npm test`, Redis where it is installed, and both in `npm run test:faults`; TEST_QUEUE asks for one. */
function variants(): { kind: QueueKind; title: string }[] {
  const { TEST_QUEUE: wanted } = process.env;
  const redis = { kind: 'redis' as const, title: 'jobs in Redis' };
  const postgres = {
    kind: 'postgres' as const,
    title: hasRedisServer ? 'jobs in Postgres' : 'jobs in Postgres (no redis-server is installed here)',
  };
  const possible = (hasRedisServer ? [redis, postgres] : [postgres]).filter(
    ({ kind }) => wanted === undefined || kind === wanted,
  );
  return possible.slice(0, isLong ? 2 : 1);
}

const booked = z.object({ bookingId: z.number() });
const mine = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });
const board = z.object({
  queues: z.array(z.object({ name: z.string(), counts: z.record(z.string(), z.number()) })),
});
const outbox = z.array(z.object({ kind: z.string() }));

/** What a process says of its own failures. */
const errorsOf = ({ printed }: Part) =>
  printed.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line) || line.startsWith('Error'));

describe.each(variants())('the studio in separate processes, $title', ({ kind }) => {
  let studio: SeparateStudio;
  beforeAll(async () => {
    studio = await startSeparateStudio(kind);
  }, patienceMs);
  afterAll(() => studio?.stop(), patienceMs);

  const visitor = () => new StudioClient(studio.base);
  const memberId = async (client: StudioClient) =>
    (await client.expect(userAnswer, 'GET', '/api/auth/user')).user.id;

  it(
    'works as one: what one API is told the other knows, emails go out once, one process projects',
    async () => {
      const [first = '', second = ''] = studio.apiBases;
      const [classId, lastSeat] = await openClasses(await visitor().staff('admin'), 2, 1);
      const email = 'ann.separate@example.com';
      const ann = await new StudioClient(first).signUp(email);
      const annElsewhere = new StudioClient(second, ann.token);
      expect((await new StudioClient(studio.base, ann.token).buy(fivePasses)).status).toBe(200);
      const page = await openPage(second, ann.token);
      const { bookingId } = await ann.expect(booked, 'POST', '/api/bookings', { classId });
      const { bookings } = await annElsewhere.expect(mine, 'GET', '/api/my-bookings');
      expect(bookings).toEqual([expect.objectContaining({ id: bookingId, status: 'confirmed' })]);
      await waitFor(() => page.changes.some(({ topics }) => topics.includes('bookings')));
      page.close();

      const kindsTo = async (to: string) =>
        outbox
          .parse(await (await fetch(`${studio.base}/sandbox/outbox.json?to=${to}`)).json())
          .map(({ kind: sent }) => sent)
          .toSorted();
      const wanted = ['booking-confirmed', 'mailing-list', 'receipt', 'welcome'];
      await waitFor(async () => (await kindsTo(email)).length >= wanted.length, { timeout: healsWithinMs });
      expect(await kindsTo(email)).toEqual(wanted);

      // The first API has seen the class with its seat free; the seat goes at the second.
      const bob = await new StudioClient(second).signUp('bob.separate@example.com');
      expect((await new StudioClient(studio.base, bob.token).buy(fivePasses)).status).toBe(200);
      const { bookingId: given } = await ann.expect(booked, 'POST', '/api/bookings', { classId: lastSeat });
      await ann.expect(z.unknown(), 'POST', '/api/cancel-booking', { bookingId: given });
      await bob.expect(booked, 'POST', '/api/bookings', { classId: lastSeat });
      expect(await ann.call('POST', '/api/bookings', { classId: lastSeat })).toMatchObject({
        status: 409,
        body: { code: 'CLASS_FULL' },
      });

      const working = await studio.query(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'tideline projections'",
      );
      expect(working).toHaveLength(1);
      expect(studio.activeProjection()).not.toBeNull();

      // Each API shows the jobs that the workers do, and their dead letters are tried again there.
      for (const api of studio.apiBases) {
        const desk = await new StudioClient(api).staff('admin');
        const { queues } = await desk.expect(board, 'GET', '/api/admin/jobs/api/queues');
        expect(queues.map(({ name }) => name).toSorted()).toEqual(['effects', 'later', 'sweeps']);
        expect(queues.find(({ name }) => name === 'effects')?.counts['completed']).toBeGreaterThan(0);
      }

      await ann.call('POST', '/api/auth/signout');
      await waitFor(async () => (await annElsewhere.call('GET', '/api/my-bookings')).status === 401);
      // All began at once on empty servers: no job looked into a table that was not made yet.
      for (const worker of studio.workers) expect(errorsOf(worker), worker.name).toEqual([]);
    },
    patienceMs,
  );

  it(
    'restarts one process after the other under load, and no request fails',
    async () => {
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
      const inTurn = [
        ...studio.apis,
        ...studio.projections.toSorted((one) => (one === active ? -1 : 1)),
        ...studio.workers,
      ];
      const goesOn = async () => {
        const before = load.answered;
        await waitFor(() => load.answered > before + 20, {
          timeout: healsWithinMs,
          what: 'the load to go on',
        });
      };
      const endings: string[] = [];
      for (const part of inTurn) {
        await goesOn();
        const ending = part.stop();
        if (part === firstApi) await expectDraining(studio.apiBases[0] ?? '');
        const { code, ms } = await ending;
        endings.push(`${part.name}: ${Math.round(ms)} ms`);
        expect(code, part.name).toBe(0);
        expect(errorsOf(part), part.name).toEqual([]);
        await goesOn();
        await part.start();
        await waitFor(() => studio.proxy.servingPorts().length === 2, { timeout: healsWithinMs });
      }
      await goesOn();
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(load.reopened).toBeGreaterThanOrEqual(2);
      console.log(
        `${load.answered} requests answered, ${load.pending} of them pending, ${load.reopened} streams opened again; ended after ${endings.join(', ')}`,
      );
    },
    patienceMs,
  );

  it(
    'starts its processes before their servers, and says what they wait for',
    async () => {
      const processes = [...studio.apis, ...studio.projections, ...studio.workers];
      const servers = [studio.postgres, studio.eventStore, ...(studio.redis === null ? [] : [studio.redis])];
      for (const part of [...processes, ...servers]) await part.kill();
      const starting = Promise.all(processes.map((part) => part.start()));
      // Told by waiting for it, at the end.
      starting.catch(() => {});
      const allSay = (sentence: string) =>
        waitFor(() => processes.every(({ printed }) => printed.includes(sentence)), {
          timeout: healsWithinMs,
          what: sentence,
        });
      await allSay('Postgres does not answer yet; waiting for it');
      await studio.postgres.start();
      await allSay('Postgres answers');
      await allSay('The event store does not answer yet; waiting for it');
      await studio.eventStore.start();
      await allSay('The event store answers');
      await studio.redis?.start();
      await starting;
      for (const part of processes) expect(errorsOf(part).filter((line) => !/redis/i.test(line))).toEqual([]);
      await waitFor(() => studio.proxy.servingPorts().length === 2, { timeout: healsWithinMs });
      const client = await visitor().signUp(`first-${kind}@example.com`);
      expect((await client.buy(fivePasses)).status).toBe(200);
    },
    patienceMs,
  );

  it(
    'loses nothing, whichever process is killed',
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
      const goesOn = async (by: number, what: string) => {
        const before = acknowledged();
        await waitFor(() => acknowledged() >= before + by, { timeout: healsWithinMs, what });
      };
      const said: string[] = [];
      let moment = 0;
      const killed = async (part: Server, whileDead: () => Promise<void> = async () => {}) => {
        moment += 1;
        await goesOn(2 + ((moment * 5) % 11), `bookings before ${part.name} is killed`);
        const began = performance.now();
        await part.kill();
        await whileDead();
        await part.start();
        await goesOn(5, `bookings after ${part.name} was killed`);
        said.push(`${part.name} ${Math.round(performance.now() - began)} ms`);
      };
      try {
        for (let round = 0; round < rounds; round += 1) {
          for (const part of studio.apis) await killed(part);
          const active = await waitFor(() => studio.activeProjection());
          const standby = studio.projections.find((part) => part !== active);
          await killed(active, async () => {
            await waitFor(() => studio.activeProjection() === standby, {
              timeout: healsWithinMs,
              what: 'the standby',
            });
            await goesOn(3, 'bookings projected by the standby');
          });
          for (const part of studio.projections) {
            if (part !== studio.activeProjection()) await killed(part);
          }
          for (const part of studio.workers) await killed(part);
          await killed(studio.eventStore);
          if (studio.redis !== null) await killed(studio.redis);
          await killed(studio.postgres);
        }
      } finally {
        stopping.abort();
        await running;
      }
      await checkClosingBalance(studio, members, tokens, capacity);
      const again = [...studio.emails.tries.values()].filter((tries) => tries > 1).length;
      const sum = (of: (member: MemberLoad) => number) =>
        members.reduce((all, member) => all + of(member), 0);
      console.log(
        `${acknowledged()} acknowledged (${sum(({ bought }) => bought.length)} purchases), ${sum(({ unanswered }) => unanswered)} not answered; ${again} of ${studio.emails.tries.size} emails handed over more than once; killed, restarted and serving again after: ${said.join(', ')}`,
      );
    },
    patienceMs * rounds,
  );
});

/** An API that was told to end says that it is not ready, and serves until the proxy has seen it. */
async function expectDraining(base: string): Promise<void> {
  await waitFor(async () => (await fetch(`${base}/health/serving`)).status === 503);
  expect((await fetch(`${base}/health/ready`)).status).toBe(503);
  const answer = await fetch(`${base}/api/class-passes`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
}
