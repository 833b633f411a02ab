import { z } from 'zod';
import { pingPostgres } from '#infra/postgres/ping.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

const alive = z.object({ status: z.literal('ok') });
const starting = z.object({ status: z.literal('starting') });

/**
 * `GET /health/live`: the process runs. `GET /health/serving`: it accepts requests, even if a backend is unavailable.
 * A proxy checks this one, so that an outage of a shared backend does not remove every API at once. `GET
 * /health/ready`: it accepts requests and reaches its database.
 */
export function registerHealthRoutes(app: TypedApp, { pool, isReady }: ApiDependencies): void {
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: alive } } }, async () => ({
    status: 'ok' as const,
  }));
  const schema = { tags: ['health'], response: { 200: alive, 503: starting } };
  app.get('/health/serving', { schema }, async (_request, reply) =>
    isReady() ? { status: 'ok' as const } : reply.code(503).send({ status: 'starting' as const }),
  );
  app.get('/health/ready', { schema }, async (_request, reply) => {
    if (!isReady()) return reply.code(503).send({ status: 'starting' as const });
    await pingPostgres(pool);
    return { status: 'ok' as const };
  });
}
