import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { observeWork } from '#infra/runtime/observe-studio.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import { openProcess } from '#infra/runtime/open-process.ts';
import { checkQueue } from '#infra/runtime/queue-checks.ts';
import { waitForTables } from '#projections/catch-up/wait-for-tables.ts';
import { studioProjections } from '#projections/registry.ts';
import { openWorkers, type StudioWorkers } from './open-workers.ts';

/** Runs reactors, jobs and sweeps as a separate process; any number of them may run. */
const { runtime, shutdown } = await openProcess<StudioEvent>('workers', {
  registry: eventRegistry,
});
const { config, backends, pool, logger } = runtime;
let isReady = false;
let workers: StudioWorkers | null = null;
await openHealth({
  ...backends,
  config,
  pool,
  shutdown,
  isReady: () => isReady && !shutdown.hasBegun,
  runChecks: async () => (workers === null ? [] : checkQueue(workers.queue)),
});
const opened = await openWorkers(runtime, config.siteUrl);
workers = opened;
shutdown.addStep('workers', () => opened.stop(), 12_000);
const starting = new AbortController();
shutdown.addStep('starting', async () => starting.abort());
const projections = studioProjections.map(({ name }) => name);
// Jobs and sweeps read read models.
if (await waitForTables({ pool, projections, signal: starting.signal, logger })) {
  await opened.start();
  observeWork(pool, opened.queue);
  isReady = true;
}
