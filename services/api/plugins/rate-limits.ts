import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../client-network.ts';
import { HttpError } from '../http-error.ts';

/** Route option: how often an address may try in a minute, at each API process. */
export const attemptsPerMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

/** Limits on the routes that ask for one with `attemptsPerMinute`; refused tries get 429 with Retry-After. */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: ({ ip }) => clientNetwork(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(
        429,
        'RATE_LIMITED',
        'Too many tries. Please wait a minute and try again.',
        Math.max(1, Math.ceil(ttl / 1000)),
      ),
  });
}
