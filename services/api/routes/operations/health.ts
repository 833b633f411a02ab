import type { Pool } from 'pg';
import { z } from 'zod';
import type { TypedApp } from '#services/api/typed-app.ts';

const alive = z.object({ status: z.literal('ok') });
const starting = z.object({ status: z.literal('starting') });

export interface HealthDependencies {
  readonly pool: Pool;
  /** Whether everything this process serves from has started; false again while it shuts down. */
  readonly isReady: () => boolean;
}

/**
 * `GET /health/live`: the process runs. `GET /health/serving`: it takes requests, whatever it can't reach just now; for a proxy, which
 * must not take all APIs away at once when what they share is gone. `GET /health/ready`: it can serve, its database included.
 */
export function registerHealthRoutes(app: TypedApp, { pool, isReady }: HealthDependencies): void {
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: alive } } }, async () => ({
    status: 'ok' as const,
  }));
  const schema = { tags: ['health'], response: { 200: alive, 503: starting } };
  app.get('/health/serving', { schema }, async (_request, reply) =>
    isReady() ? { status: 'ok' as const } : reply.code(503).send({ status: 'starting' as const }),
  );
  app.get('/health/ready', { schema }, async (_request, reply) => {
    if (!isReady()) return reply.code(503).send({ status: 'starting' as const });
    await pool.query('SELECT 1');
    return { status: 'ok' as const };
  });
}
