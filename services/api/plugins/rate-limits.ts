import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { countRequest } from '#infra/postgres/tables/request-counts.ts';
import { getClientNetwork } from '../client-network.ts';
import { HttpError } from '../http-error.ts';

const windowMs = 60_000;

/** Route option: how many requests a client may send per minute, across all API processes. */
export const limitPerMinute = (max: number) => ({ rateLimit: { max, timeWindow: windowMs } });

/** A store for `@fastify/rate-limit` that counts in Postgres; its keys contain the route and the client. */
const createPostgresStore = (pool: Pool) =>
  class PostgresStore implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      countRequest(pool, { key, windowMs }).then(
        ({ count, leftMs }) => done(null, { current: count, ttl: leftMs }),
        (error) => done(error instanceof Error ? error : new Error(String(error))),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };

/**
 * Enforces the limits of routes with `limitPerMinute`; requests beyond them get 429 with Retry-After. Of an address it stores only
 * a keyed hash, for a minute.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { pool, clientHash }: { pool: Pool; clientHash: (ip: string) => string },
): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    store: createPostgresStore(pool),
    keyGenerator: ({ ip, method, routeOptions }) =>
      `${method} ${routeOptions.url} ${clientHash(getClientNetwork(ip))}`,
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(
        429,
        'RATE_LIMITED',
        'Too many tries. Please wait a minute and try again.',
        Math.max(1, Math.ceil(ttl / 1000)),
      ),
  });
}
