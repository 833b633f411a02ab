import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import { openProcess } from '#infra/runtime/open-process.ts';
import { watchWork } from '#infra/runtime/studio-metrics.ts';
import { studioProjections } from '#projections/registry.ts';
import { tablesMade } from '#projections/waiting/tables-made.ts';
import { openWorkers } from './open-workers.ts';

/** Reactors, jobs and sweeps as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`, `REDIS_URL`; any number of them. */
const { runtime, shutdown } = await openProcess<StudioEvent>('workers', eventRegistry);
const { config, backends, pool, logger } = runtime;
let isReady = false;
await openHealth({ ...backends, config, pool, shutdown, isReady: () => isReady && !shutdown.hasBegun });
const workers = await openWorkers(runtime, config.siteUrl);
shutdown.first('workers', () => workers.stop(), 12_000);
const starting = new AbortController();
shutdown.first('starting', async () => starting.abort());
const projections = studioProjections.map(({ name }) => name);
// Jobs and sweeps look into read models.
if (await tablesMade({ pool, projections, signal: starting.signal, logger })) {
  await workers.start();
  watchWork(pool, workers.queue);
  isReady = true;
}
