import type { FastifyInstance } from 'fastify';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { loadConfig } from '#infra/config/config.ts';
import { connectRuntime } from '#infra/runtime/connect.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { createApi } from '../create-api.ts';

/**
 * Another API over the servers of a studio, with its secrets and with the queues' page, as another process or the next start is. It
 * writes no read models; those of the studio do.
 */
export async function startOtherProcess(
  { runtime: { config, logger, clock, backends } }: Pick<TestStudio, 'runtime'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly base: string; readonly app: FastifyInstance; stop(): Promise<void> }> {
  const variables = { DATA_DIR: config.dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const runtime = await connectRuntime<StudioEvent>({
    config: loadConfig({ ...variables, ...environment }),
    logger,
    clock,
    backends,
    registry: eventRegistry,
  });
  const waiter = await createProjectionWaiter({
    listenUrl: backends.databaseUrl,
    pool: runtime.pool,
    log: logger,
  });
  const board = { open: async () => [] };
  const { app, close } = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    base,
    app,
    async stop() {
      await close();
      await waiter.close();
      await runtime.close();
    },
  };
}
