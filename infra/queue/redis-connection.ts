import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { backoff } from '../clock/backoff.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;

const ROLES = {
  // A producer's caller gets an error soon and retries; a job has a key, so one that was stored after all stays one job.
  producers: { maxRetriesPerRequest: 3, commandTimeout: 10_000 },
  // BullMQ requires null: a worker's commands wait until Redis is available.
  workers: { maxRetriesPerRequest: null },
} as const satisfies Record<string, RedisOptions>;
export type RedisRole = keyof typeof ROLES;

/** The options for ioredis. `url` is `redis://…`, or `rediss://…` for TLS, with `?tlsCAFile=` for a CA of one's own. */
export function redisOptions(url: string, role: RedisRole) {
  return {
    ...ROLES[role],
    connectionName: `tideline:${role}`,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    // A worker's blocking command lasts 10 s at most, so a connection without data for longer is broken.
    socketTimeout: 15_000,
    retryStrategy: (attempt: number) => backoff(attempt - 1, FIRST_RETRY_MS, LONGEST_RETRY_MS),
    // After a failover the connection can lead to a replica: 2 reconnects and sends the command again.
    reconnectOnError: ({ message }: Error) => (message.startsWith('READONLY') ? (2 as const) : false),
    ...tlsOptions(new URL(url)),
  } satisfies RedisOptions;
}

function tlsOptions({ protocol, hostname, searchParams }: URL): Pick<RedisOptions, 'tls'> {
  if (protocol !== 'rediss:') return {};
  const caFile = searchParams.get('tlsCAFile');
  return {
    tls: {
      rejectUnauthorized: true,
      // Node sends no server name of its own accord.
      ...(isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { servername: hostname } : {}),
      ...(caFile === null ? {} : { ca: readFileSync(caFile) }),
    },
  };
}

/** Connects in the background, and reconnects until it is closed. */
export function connectRedis(url: string, role: RedisRole, onError: (error: Error) => void): Redis {
  return new Redis(url, redisOptions(url, role)).on('error', onError);
}

const REPLY_TIMEOUT_MS = 1_000;

const repliesInTime = (reply: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    reply.then(
      () => true,
      () => false,
    ),
    delay(REPLY_TIMEOUT_MS, false, { ref: false }),
  ]);

export async function isRedisAvailable(redis: Redis): Promise<boolean> {
  return redis.status === 'ready' && repliesInTime(redis.ping());
}

/** Waits for pending replies while Redis is available. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await repliesInTime(redis.quit());
  redis.disconnect();
}
