import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openProcess } from '../infra/runtime/open-process.ts';
import { createProjectionWaiter } from '../projections/waiting/create-projection-waiter.ts';
import { createApi } from './api/create-api.ts';
import { openStudio } from './commands/open-studio.ts';
import { eventRegistry, type StudioEvent } from './domain/registry.ts';

/** The API as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`; any number of them. */
const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));
const { runtime, shutdown } = await openProcess<StudioEvent>('api', eventRegistry);
const { config, backends, pool, logger } = runtime;
const waiter = await createProjectionWaiter({ listenUrl: backends.databaseUrl, pool, log: logger });
shutdown.first('notices', () => waiter.close());
let isReady = false;
const api = await createApi({
  runtime,
  waiter,
  isReady: () => isReady && !shutdown.hasBegun,
  webRoot: existsSync(webRoot) ? webRoot : null,
  board: null,
});
shutdown.first('api', () => api.close());
await api.app.listen({ port: config.port, host: config.host });
await openStudio(runtime, {
  now: runtime.clock.now(),
  commandId: 'open-studio',
  actor: { kind: 'system', name: 'opening' },
});
isReady = true;
