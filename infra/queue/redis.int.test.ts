import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { hasRedisServer, startRedisServer } from '#tools/testing/outages/redis-server.ts';
import { startTcpProxy } from '#tools/testing/outages/tcp-proxy.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { hasOpenssl, makeCertificate } from '../event-store/tls-cluster.fixture.ts';
import { createLogger } from '../logging/logger.ts';
import { createQueue, type JobQueue } from './create-queue.ts';
import { defineJob, handle, job } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';
import { closeRedis, connectRedis } from './redis-connection.ts';

const note = defineJob({
  name: `note-${randomUUID()}`,
  payload: z.object({ number: z.number() }),
  attempts: 2,
  backoffMs: 10,
});

/** Opens queues on the Redis at a port. Its handler records every try, and fails for number 13. */
function openQueues(port: number): { tries: number[]; log: string[]; open: () => Promise<JobQueue> } {
  const tries: number[] = [];
  const log: string[] = [];
  const open = async (): Promise<JobQueue> => {
    const handler = handle(note, async ({ number }) => {
      tries.push(number);
      if (number === 13) throw new Error('not today');
    });
    const queue = await createQueue({
      connection: { kind: 'redis', url: `redis://127.0.0.1:${port}` },
      registry: createJobRegistry([handler]),
      logger: createLogger({
        level: 'warn',
        component: 'test',
        destination: { write: (line) => log.push(line) },
      }),
    });
    onTestFinished(() => queue.close());
    return queue;
  };
  return { tries, log, open };
}

async function startRedis() {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  const redis = connectRedis(`redis://127.0.0.1:${server.port}`, 'producers', () => {});
  onTestFinished(() => closeRedis(redis));
  return { port: server.port, redis };
}

const countConnections = async (redis: Awaited<ReturnType<typeof startRedis>>['redis']) =>
  String(await redis.client('LIST'))
    .trim()
    .split('\n').length;

async function startProxiedRedis() {
  const { port, redis } = await startRedis();
  const proxy = await startTcpProxy(port);
  onTestFinished(() => proxy.close());
  return { redis, proxy };
}

describe.skipIf(!hasRedisServer)('the queue on Redis', () => {
  test('runs each job once with two workers, retries a failed one and keeps its dead letter', async () => {
    const { port } = await startRedis();
    const { tries, open } = openQueues(port);
    const [one, other] = await Promise.all([open(), open()]);
    const jobs = Array.from({ length: 50 }, (_, number) => job(note, { number }, String(number)));
    // Enqueued twice, as by a reactor that was killed in between.
    await Promise.all([one.enqueueAll(jobs), other.enqueueAll(jobs)]);
    await Promise.all([one.startWorkers({ concurrency: 4 }), other.startWorkers({ concurrency: 4 })]);
    const dead = await waitFor(async () => {
      const letters = (await one.deadLetters()).filter(({ name }) => name === note.name);
      return letters.length > 0 && tries.length >= 51 && letters;
    });
    expect(dead).toMatchObject([{ attempts: 2, reason: 'not today' }]);
    const wanted = [...jobs.map(({ key }) => Number(key)), 13];
    expect(tries.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
  });

  test('rejects a new job in an outage, and runs old and new ones after it', async () => {
    const { proxy } = await startProxiedRedis();
    const { tries, log, open } = openQueues(proxy.port);
    const queue = await open();
    await queue.startWorkers({ concurrency: 1 });
    await queue.enqueue(note, { number: 1 }, { key: 'before' });
    await waitFor(() => tries.length === 1);
    await proxy.startFault('unreachable');
    await expect(queue.enqueue(note, { number: 2 }, { key: 'during' })).rejects.toThrow();
    await proxy.repair();
    await waitFor(() => queue.enqueue(note, { number: 2 }, { key: 'during' }).then(() => true));
    await queue.enqueue(note, { number: 3 }, { key: 'after' });
    await waitFor(() => tries.length === 3);
    expect(tries).toEqual([1, 2, 3]);
    expect(log.some((line) => line.includes('ECONNREFUSED'))).toBe(true);
  });

  test('stores a job after a failover, when the connection led to a replica', async () => {
    const { port, redis } = await startRedis();
    const { tries, open } = openQueues(port);
    const queue = await open();
    await queue.hasSchedules();
    await redis.replicaof('127.0.0.1', '1');
    const enqueued = queue.enqueue(note, { number: 1 }, { key: 'failover' });
    await delay(1_000);
    await redis.replicaof('NO', 'ONE');
    await enqueued;
    await queue.startWorkers({ concurrency: 1 });
    await waitFor(() => tries.length === 1);
  });

  test('closes every connection', async () => {
    const { port, redis } = await startRedis();
    const before = await countConnections(redis);
    const { open } = openQueues(port);
    const queue = await open();
    await queue.startWorkers({ concurrency: 1 });
    // Two shared ones, and one of each lane's worker for its blocking commands.
    expect(await countConnections(redis)).toBe(before + 5);
    await queue.close();
    await waitFor(async () => (await countConnections(redis)) === before);
  });

  test.skipIf(!hasOpenssl())(
    'connects by TLS only to a server whose certificate the given CA signed',
    async () => {
      const { port } = await startRedis();
      const directory = mkdtempSync(join(tmpdir(), 'tideline-redis-'));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const { caFile, key, cert } = makeCertificate(directory);
      const front = createServer({ key, cert }, (socket) => {
        pipeline(socket, connect(port, '127.0.0.1'), socket, () => {});
      }).listen(0, 'localhost');
      await once(front, 'listening');
      onTestFinished(() => void front.close());
      const address = front.address();
      const url = `rediss://localhost:${typeof address === 'object' ? address?.port : ''}`;
      const errors: Error[] = [];
      const withCa = connectRedis(`${url}?tlsCAFile=${caFile}`, 'producers', (error) => errors.push(error));
      onTestFinished(() => withCa.disconnect());
      expect(await withCa.ping()).toBe('PONG');
      expect(errors).toEqual([]);
      const withoutCa = connectRedis(url, 'producers', (error) => errors.push(error));
      onTestFinished(() => withoutCa.disconnect());
      await expect(withoutCa.ping()).rejects.toThrow();
      expect(errors[0]).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    },
  );

  test.each(['unreachable', 'half-open'] as const)('closes while Redis is %s', async (fault) => {
    const { redis, proxy } = await startProxiedRedis();
    const before = await countConnections(redis);
    const { open } = openQueues(proxy.port);
    const queue = await open();
    await queue.startWorkers({ concurrency: 1 });
    await proxy.startFault(fault);
    await delay(1_500);
    const start = performance.now();
    await queue.close();
    expect(performance.now() - start).toBeLessThan(5_000);
    await proxy.close();
    await waitFor(async () => (await countConnections(redis)) === before);
  });
});
