import type { Pool } from 'pg';
import { z } from 'zod';
import type { TypedApp } from '../typed-app.ts';

const alive = z.object({ status: z.literal('ok') });

export interface HealthDependencies {
  readonly pool: Pool;
  /** Whether everything this process serves from has started; false again while it shuts down. */
  readonly isReady: () => boolean;
}

/** `GET /health/live`: the process runs. `GET /health/ready`: it can serve, its database included. */
export function healthRoutes(app: TypedApp, { pool, isReady }: HealthDependencies): void {
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: alive } } }, async () => ({
    status: 'ok' as const,
  }));
  app.get(
    '/health/ready',
    {
      schema: {
        tags: ['health'],
        response: { 200: alive, 503: z.object({ status: z.literal('starting') }) },
      },
    },
    async (_request, reply) => {
      if (!isReady()) return reply.code(503).send({ status: 'starting' as const });
      await pool.query('SELECT 1');
      return { status: 'ok' as const };
    },
  );
}
