import { millisecondsInHour } from 'date-fns/constants';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logging/logger.ts';
import { createQueue, type JobQueue } from '#infra/queue/create-queue.ts';
import { defineJob, handle, job } from '#infra/queue/define-job.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import { unauthenticated } from '#services/api/http-error.ts';
import { registerErrors } from '#services/api/plugins/errors.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerDeadLetterRoutes } from './dead-letters.ts';

const base = '/api/admin/jobs';
const fails = defineJob({ name: 'fails', payload: z.object({}), attempts: 1 });
const waits = defineJob({ name: 'waits', lane: 'later', payload: z.object({}) });
const sweep = defineJob({ name: 'sweep', lane: 'sweeps', payload: z.object({}) });

let database: TestDatabase;
let queue: JobQueue;
let app: FastifyInstance;
let staff: { staffId?: string } | null;
const log: string[] = [];
/** Every route of Bull Board that is not for reading. */
const changing: { method: string; url: string }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const logger = createLogger({
    level: 'warn',
    component: 'test',
    destination: { write: (line) => log.push(line) },
  });
  queue = await createQueue({
    connection: { kind: 'postgres', url: database.url },
    registry: createJobRegistry([
      handle(fails, () => Promise.reject(new Error('broken'))),
      handle(waits, async () => {}),
      handle(sweep, async () => {}),
    ]),
    logger,
  });
  // Failed once, then no worker runs, so that the job of the other lane waits for good.
  const worker = await createQueue({
    connection: { kind: 'postgres', url: database.url },
    registry: createJobRegistry([handle(fails, () => Promise.reject(new Error('broken')))]),
    logger,
  });
  await worker.enqueueAll(['1', '2'].map((key) => job(fails, {}, key)));
  await worker.startWorkers({ concurrency: 1 });
  await waitFor(async () => (await queue.deadLetters()).length === 2);
  await worker.close();
  await queue.enqueue(waits, {}, { key: '1' });
  await queue.schedule(sweep, { everyMs: millisecondsInHour });

  const loggerInstance: FastifyBaseLogger = logger;
  app = Fastify({ loggerInstance });
  app.decorateRequest('principal', null);
  registerErrors(app);
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat())
      if (each !== 'GET' && each !== 'HEAD') changing.push({ method: each, url });
  });
  await registerDeadLetterRoutes(app, {
    config: { isBehindTls: false },
    board: { open: async () => queue.bullBoardAdapters() },
    authentication: {
      requireStaff: () => async (request) => {
        if (staff === null) throw unauthenticated();
        request.principal = {
          kind: 'staff',
          role: 'admin',
          epoch: 1,
          hasSecondFactor: false,
          needsSecondFactor: false,
          ...staff,
        };
      },
    },
  });
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await queue?.close();
  await database?.drop();
});
beforeEach(() => {
  staff = { staffId: 'staff-7' };
  log.length = 0;
});

const put = async (path: string) => {
  const answer = await app.inject({ method: 'PUT', url: base + path });
  return answer.statusCode === 403 ? errorAnswer.parse(answer.json()).code : answer.statusCode;
};
/** The lines of the log, which are written after the answers. */
async function readLog(lines: number) {
  await waitFor(() => log.length >= lines);
  return log.map((line) =>
    z
      .object({ act: z.string(), queue: z.string().optional(), staffId: z.string(), status: z.number() })
      .parse(JSON.parse(line)),
  );
}

it('refuses every change that Bull Board offers but retrying and removing', async () => {
  const refused: string[] = [];
  for (const { method, url } of changing) {
    const path = url
      .replace(':queueName', 'effects')
      .replace(':queueStatus', 'delayed')
      .replace(':jobId', 'none')
      .replace(':schedulerId', 'sweep');
    const answer = await app.inject({
      method: z.enum(['PUT', 'POST', 'PATCH', 'DELETE']).parse(method),
      url: path,
    });
    if (answer.statusCode === 403) refused.push(`${method} ${url.slice(base.length)}`);
  }
  const allowed = ['/:jobId/retry', '/:jobId/clean'].map((path) => `PUT /api/queues/:queueName${path}`);
  expect(changing.length).toBeGreaterThan(20);
  expect(
    changing
      .map(({ method, url }) => `${method} ${url.slice(base.length)}`)
      .filter((each) => !refused.includes(each)),
  ).toEqual(allowed);
  expect((await queue.depths()).map(({ isPaused }) => isPaused)).toEqual([false, false, false, false]);
  for (const { staffId } of await readLog(changing.length)) expect(staffId).toBe('staff-7');
});

it.each([
  '/api/queues/pause',
  '/api/queues/later/pause',
  '/api/queues/later/empty',
  '/api/queues/later/obliterate',
  '/api/queues/later/clean/waiting',
  '/api/queues/later/clean/wait',
  '/api/queues/later/clean/delayed',
  '/api/queues/later/clean/active',
  '/api/queues/sweeps/retry/completed',
  '/api/queues/later/waits.1/clean',
  '/api/queues/later/waits.1/retry',
])('refuses PUT %s, which would hold back or lose work', async (path) => {
  const before = await queue.depths();
  expect(await put(path)).toBe('FORBIDDEN');
  expect((await queue.depths()).map(({ jobs, isPaused }) => ({ jobs, isPaused }))).toEqual(
    before.map(({ jobs, isPaused }) => ({ jobs, isPaused })),
  );
  expect(await readLog(1)).toMatchObject([{ staffId: 'staff-7', status: 403 }]);
});

it('retries failed jobs, and logs the person, or the role of a shared password', async () => {
  expect(await put('/api/queues/effects/retry/failed')).toBe(200);
  expect(await readLog(1)).toEqual([{ act: 'retry-all', queue: 'effects', staffId: 'staff-7', status: 200 }]);
  staff = {};
  log.length = 0;
  expect(await put('/api/queues/effects/clean/failed')).toBe(200);
  expect(await readLog(1)).toEqual([
    { act: 'clean-all', queue: 'effects', staffId: 'shared password', status: 200 },
  ]);
});

it('answers a reader without a line in the log, and refuses a caller without a session', async () => {
  expect((await app.inject(`${base}/api/queues`)).statusCode).toBe(200);
  staff = null;
  expect((await app.inject(`${base}/api/queues`)).statusCode).toBe(401);
  expect(await put('/api/queues/later/pause')).toBe(401);
  expect(log).toEqual([]);
});
