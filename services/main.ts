import { setTimeout as delay } from 'node:timers/promises';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import { queueConnection } from '#infra/queue/backend.ts';
import { createJobBoard } from '#infra/queue/job-board.ts';
import { openProcess } from '#infra/runtime/open-process.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { waitForCatchUp } from '#projections/catch-up/wait-for-catch-up.ts';
import { studioProjections } from '#projections/registry.ts';
import { openApi } from './open-api.ts';

/** The API as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`; any number of them. */
const { runtime, shutdown } = await openProcess<StudioEvent>('api', {
  registry: eventRegistry,
});
const { config, backends, pool, logger } = runtime;
const waiter = await createProjectionWaiter({ listenUrl: backends.databaseUrl, pool, log: logger });
shutdown.addStep('notices', () => waiter.close());
const board = createJobBoard(queueConnection(config, backends.databaseUrl), logger);
shutdown.addStep('jobs', () => board.close());
const api = await openApi({ runtime, shutdown, waiter, board });
// Answers requests until the proxy has seen that `/health/ready` fails.
shutdown.addStep('drain', () => delay(config.drainMs), config.drainMs + 1_000);
await api.start();
const starting = new AbortController();
shutdown.addStep('starting', async () => starting.abort());
const end = createLogEnd(backends.eventStoreUrl);
const hasCaughtUp = await waitForCatchUp({
  pool,
  end,
  projections: studioProjections.map(({ name }) => name),
  signal: starting.signal,
});
if (hasCaughtUp) api.markReady();
await end.close();
