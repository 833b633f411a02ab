import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import { queueConnection } from '#infra/queue/backend.ts';
import { createJobBoard } from '#infra/queue/job-board.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import { openProcess } from '#infra/runtime/open-process.ts';
import { studioProjections } from '#projections/registry.ts';
import { caughtUpToStart } from '#projections/waiting/caught-up-to-start.ts';
import { createProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { createApi } from './api/create-api.ts';
import { openStudio } from './commands/studio/open-studio.ts';

/** The API as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`; any number of them. */
const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));
const { runtime, shutdown } = await openProcess<StudioEvent>('api', eventRegistry);
const { config, backends, pool, logger } = runtime;
const waiter = await createProjectionWaiter({ listenUrl: backends.databaseUrl, pool, log: logger });
shutdown.first('notices', () => waiter.close());
const board = createJobBoard(queueConnection(config, backends.databaseUrl), logger);
shutdown.first('jobs', () => board.close());
let isReady = false;
const api = await createApi({
  runtime,
  waiter,
  isReady: () => isReady && !shutdown.hasBegun,
  isShuttingDown: () => shutdown.hasBegun,
  webRoot: existsSync(webRoot) ? webRoot : null,
  board,
});
shutdown.first('api', () => api.close(), 12_000);
await openHealth({ ...backends, config, pool, shutdown, isReady: () => isReady && !shutdown.hasBegun });
// Answers requests until the proxy has seen that `/health/ready` fails.
shutdown.first('drain', () => delay(config.drainMs), config.drainMs + 1_000);
await api.listen({ port: config.port, host: config.host });
await openStudio(runtime, null, {
  now: runtime.clock.now(),
  commandId: 'open-studio',
  actor: { kind: 'system', name: 'opening' },
});
const starting = new AbortController();
shutdown.first('starting', async () => starting.abort());
const end = createLogEnd(backends.eventStoreUrl);
isReady = await caughtUpToStart({
  pool,
  end,
  projections: studioProjections.map(({ name }) => name),
  signal: starting.signal,
});
await end.close();
