import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import {
  createPostgresBackend,
  isPgPool,
  type Processor,
  Queue,
  runMigrations,
  Worker,
  withBackend,
} from 'bullmq';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { endPoolOnError } from '../postgres/end-pool-on-error.ts';
import { monitorConnection } from '../postgres/monitor-connection.ts';
import { LANES, type Lane } from './define-job.ts';
import { closeRedis, connectRedis, isRedisAvailable } from './redis-connection.ts';

export type QueueConnection =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'redis'; readonly url: string };

/** Redis where one is configured, else the studio's Postgres. */
export const queueConnection = (
  config: { readonly redisUrl: string | null },
  databaseUrl: string,
): QueueConnection =>
  config.redisUrl === null ? { kind: 'postgres', url: databaseUrl } : { kind: 'redis', url: config.redisUrl };

/** The part of BullMQ's queue that is used here, the same for Postgres and Redis. */
export type LaneQueue = Pick<
  Queue<object>,
  | 'add'
  | 'addBulk'
  | 'close'
  | 'getFailed'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobSchedulersCount'
  | 'getRanges'
  | 'getWaiting'
  | 'isPaused'
  | 'on'
  | 'resume'
  | 'upsertJobScheduler'
>;
export type LaneWorker = Pick<Worker<object>, 'on' | 'waitUntilReady'> & { close(): Promise<void> };

export interface QueueBackend {
  queue(lane: Lane): { queue: LaneQueue; board: BullMQAdapter };
  worker(lane: Lane, processor: Processor<object, void>, concurrency: number): LaneWorker;
  /** Closes the connections that queues and workers share, which have to be closed before. */
  close(): Promise<void>;
}

/** BullMQ's tables and functions live in a schema of their own, which it finds by the connection's search path. */
const SCHEMA = 'bullmq';

const REDIS_PREFIX = 'tideline';
const QUERY_TIMEOUT_MS = 15_000;

const WORKER_TIMES = {
  // After a kill -9 another worker takes the job within some twenty seconds, however often that happens.
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
};

/** Opens BullMQ on Redis or on Postgres; `migrates` is whether this process creates and updates the tables there. */
export async function openBackend(
  connection: QueueConnection,
  onError: (error: Error) => void,
  { migrates = true }: { migrates?: boolean } = {},
): Promise<QueueBackend> {
  const reportOnce = reportEachOnce(onError);
  return connection.kind === 'postgres'
    ? openPostgres(connection.url, reportOnce, migrates)
    : openRedis(connection.url, reportOnce);
}

/** Every queue and worker of a shared connection emits the same error. */
function reportEachOnce(onError: (error: Error) => void): (error: Error) => void {
  const reported = new WeakSet<Error>();
  return (error) => {
    if (reported.has(error)) return;
    reported.add(error);
    onError(error);
  };
}

async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  migrates: boolean,
): Promise<QueueBackend> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'tideline queue',
    options: `-c search_path=${SCHEMA}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: QUERY_TIMEOUT_MS,
    // Connections stay open, because reconnecting costs time when there is most to do.
    idleTimeoutMillis: 0,
    // Each worker occupies one connection by listening on it.
    max: 10,
  });
  pool.on('error', onError);
  pool.on('connect', monitorConnection);
  await endPoolOnError(pool, prepareSchema(pool, migrates));
  await openForQueues(pool);
  const connection: unknown = pool;
  if (!isPgPool(connection)) throw new Error('BullMQ does not take this pool');
  const postgres = withBackend(createPostgresBackend);
  return {
    queue: (lane) => toLaneQueue(new postgres.Queue(lane, { connection }), onError),
    worker: (lane, processor, concurrency) =>
      toLaneWorker(
        new postgres.Worker<object, void>(lane, processor, { connection, concurrency, ...WORKER_TIMES }),
        onError,
      ),
    close: () => pool.end(),
  };
}

/** Checks that Postgres is available, and migrates BullMQ's tables where this process owns them. */
async function prepareSchema(pool: pg.Pool, migrates: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    if (migrates) await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
}

/**
 * Opens a connection for each queue. BullMQ caches the result of a queue's first connection. So one that timed out on
 * a busy machine would leave that queue without a connection until the next start.
 */
async function openForQueues(pool: pg.Pool): Promise<void> {
  const opening = await Promise.allSettled(LANES.map(() => pool.connect()));
  for (const each of opening) if (each.status === 'fulfilled') each.value.release();
}

/** BullMQ types its backends' queues as different classes although one serves both; Bull Board takes that class. */
function toLaneQueue(
  queue: object,
  onError: (error: Error) => void,
): { queue: LaneQueue; board: BullMQAdapter } {
  if (!(queue instanceof Queue)) throw new TypeError('Not a queue of BullMQ');
  queue.on('error', onError);
  return { queue, board: new BullMQAdapter(queue) };
}

function toLaneWorker(worker: object, onError: (error: Error) => void): LaneWorker {
  if (!(worker instanceof Worker)) throw new TypeError('Not a worker of BullMQ');
  return worker.on('error', onError);
}

/** All queues share one connection, all workers a second one; each worker duplicates it for its blocking commands. */
function openRedis(url: string, onError: (error: Error) => void): QueueBackend {
  const producers = connectRedis(url, 'producers', onError);
  let workers: Redis | undefined;
  return {
    queue: (lane) => toLaneQueue(new Queue(lane, { connection: producers, prefix: REDIS_PREFIX }), onError),
    worker(lane, processor, concurrency) {
      workers ??= connectRedis(url, 'workers', onError);
      const connection = workers;
      const options = { connection, prefix: REDIS_PREFIX, concurrency, ...WORKER_TIMES };
      const worker = new Worker<object, void>(lane, processor, options).on('error', onError);
      const closeWorker = worker.close.bind(worker);
      return Object.assign(worker, {
        // A graceful close never ends while Redis is unavailable, and results could not be stored then.
        close: async () => closeWorker(!(await areAvailable(connection, worker))),
      });
    },
    async close() {
      await Promise.all([producers, ...(workers === undefined ? [] : [workers])].map(closeRedis));
    },
  };
}

async function areAvailable(connection: Redis, worker: Worker<object, void>): Promise<boolean> {
  const blocking = await Promise.race([worker.getBackend().blockingClient, undefined]);
  return blocking?.status === 'ready' && (await isRedisAvailable(connection));
}
