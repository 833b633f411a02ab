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
import pg from 'pg';
import { endPoolOnError } from '../postgres/end-pool-on-error.ts';
import { monitorConnection } from '../postgres/monitor-connection.ts';
import type { Lane } from './define-job.ts';

export type QueueConnection =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'redis'; readonly url: string };

/** Redis where one is configured, else the studio's Postgres. */
export const queueConnection = (
  config: { readonly redisUrl: string | null },
  databaseUrl: string,
): QueueConnection =>
  config.redisUrl === null ? { kind: 'postgres', url: databaseUrl } : { kind: 'redis', url: config.redisUrl };

/** The part of BullMQ's queue that is used here, the same on Postgres and Redis. */
export type LaneQueue = Pick<
  Queue<object>,
  | 'addBulk'
  | 'close'
  | 'getDelayed'
  | 'getFailed'
  | 'getJobCounts'
  | 'getJobSchedulersCount'
  | 'getWaiting'
  | 'on'
  | 'upsertJobScheduler'
>;
export type LaneWorker = Pick<Worker<object>, 'close' | 'on' | 'waitUntilReady'>;

export interface QueueBackend {
  queue(lane: Lane): { queue: LaneQueue; board: BullMQAdapter };
  worker(lane: Lane, processor: Processor<object, void>, concurrency: number): LaneWorker;
  close(): Promise<void>;
}

/** BullMQ's tables and functions live in a schema of their own, which it finds by the connection's search path. */
const SCHEMA = 'bullmq';

const ANSWERS_WITHIN_MS = 15_000;
/**
 * Workers block in Redis for 5 to 10 s at a time, so a connection that says nothing for longer than that has broken without a
 * sign, and is made anew.
 */
const REDIS_CONNECTION = {
  connectTimeout: 5_000,
  keepAlive: 10_000,
  socketTimeout: ANSWERS_WITHIN_MS,
};

const WORKER_TIMES = {
  // After a kill -9 a job is taken up again within some twenty seconds, however often that happens.
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
};

/** Opens BullMQ on Postgres (bringing its tables up to date, unless that is somebody else's) or on Redis. */
export async function openBackend(
  connection: QueueConnection,
  onError: (error: Error) => void,
  { migrates = true }: { migrates?: boolean } = {},
): Promise<QueueBackend> {
  return connection.kind === 'postgres'
    ? openPostgres(connection.url, onError, migrates)
    : openRedis(connection.url);
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
    query_timeout: ANSWERS_WITHIN_MS,
    // They stay open: to make them anew is work, and there is least time for it when there is most to do.
    idleTimeoutMillis: 0,
    // Each worker keeps one connection to listen on; the others do the work.
    max: 9,
  });
  pool.on('error', onError);
  pool.on('connect', monitorConnection);
  await endPoolOnError(pool, prepare(pool, migrates));
  const connection: unknown = pool;
  if (!isPgPool(connection)) throw new Error('BullMQ does not take this pool');
  const postgres = withBackend(createPostgresBackend);
  return {
    queue: (lane) => laneQueue(new postgres.Queue(lane, { connection })),
    worker: (lane, processor, concurrency) =>
      laneWorker(
        new postgres.Worker<object, void>(lane, processor, { connection, concurrency, ...WORKER_TIMES }),
      ),
    close: () => pool.end(),
  };
}

/** That it answers, and, where that is ours to do, that its tables are up to date. */
async function prepare(pool: pg.Pool, migrates: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    if (migrates) await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
}

/** BullMQ's types tell the queues of its backends apart although one class serves both; Bull Board takes that class. */
function laneQueue(queue: object): { queue: LaneQueue; board: BullMQAdapter } {
  if (!(queue instanceof Queue)) throw new TypeError('Not a queue of BullMQ');
  return { queue, board: new BullMQAdapter(queue) };
}

function laneWorker(worker: object): LaneWorker {
  if (!(worker instanceof Worker)) throw new TypeError('Not a worker of BullMQ');
  return worker;
}

function openRedis(url: string): QueueBackend {
  // Workers wait for Redis for ever, as BullMQ asks for.
  const waiting = { url, ...REDIS_CONNECTION, maxRetriesPerRequest: null };
  // Who keeps a job is told soon that it can't be kept, and tries again; jobs have keys, so one that was kept after all is one.
  const asking = { url, ...REDIS_CONNECTION, maxRetriesPerRequest: 3, commandTimeout: 10_000 };
  return {
    queue: (lane) => laneQueue(new Queue(lane, { connection: asking, prefix: 'tideline' })),
    worker: (lane, processor, concurrency) =>
      new Worker<object, void>(lane, processor, {
        connection: waiting,
        prefix: 'tideline',
        concurrency,
        ...WORKER_TIMES,
      }),
    close: async () => {},
  };
}
