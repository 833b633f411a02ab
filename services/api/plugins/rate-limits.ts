import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { countRequest } from '#infra/postgres/tables/request-counts.ts';
import { clientNetwork } from '../client-network.ts';
import { HttpError } from '../http-error.ts';

const windowMs = 60_000;

/** Route option: how often an address may try in a minute, at all API processes together. */
export const attemptsPerMinute = (max: number) => ({ rateLimit: { max, timeWindow: windowMs } });

/** Counts in Postgres for `@fastify/rate-limit`; a key tells routes and addresses apart. */
const countsInPostgres = (pool: Pool) =>
  class CountsInPostgres implements FastifyRateLimitStore {
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
 * Limits on the routes that ask for one with `attemptsPerMinute`; refused tries get 429 with Retry-After. What is kept of an
 * address is a keyed hash, for a minute.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { pool, clientHash }: { pool: Pool; clientHash: (ip: string) => string },
): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    store: countsInPostgres(pool),
    keyGenerator: ({ ip, method, routeOptions }) =>
      `${method} ${routeOptions.url} ${clientHash(clientNetwork(ip))}`,
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(
        429,
        'RATE_LIMITED',
        'Too many tries. Please wait a minute and try again.',
        Math.max(1, Math.ceil(ttl / 1000)),
      ),
  });
}
