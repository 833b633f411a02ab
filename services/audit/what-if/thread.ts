import { parentPort, workerData } from 'node:worker_threads';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createMemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { createPool, logLostConnection } from '#infra/postgres/create-pool.ts';
import { runWhatIf } from './run-what-if.ts';
import type { WhatIfMessage, WhatIfTask } from './what-if-runs.ts';

if (parentPort === null) throw new Error('This module runs only in a worker thread');
const main = parentPort;
const send = (message: WhatIfMessage) => main.postMessage(message);
const task: WhatIfTask = workerData;
const logger = createLogger({ level: task.config.logLevel, component: 'what-if' });
const pool = createPool(task.databaseUrl, {
  max: 2,
  applicationName: 'tideline what-if',
  onIdleError: logLostConnection(logger),
});
// Threads receive a Buffer as a plain Uint8Array.
const sealer = createSealer(createMemberKeys({ pool, rootKey: Buffer.from(task.rootKey) }));
const store = createEventStore<StudioEvent>({
  connectionString: task.eventStoreUrl,
  registry: eventRegistry,
  sealer,
  logger,
});
const logEnd = createLogEnd(task.eventStoreUrl);
try {
  const end = Number((await logEnd.position()) ?? 1n);
  const outcome = await runWhatIf(store, task.question, (position) =>
    send({ kind: 'progress', progress: Math.min(1, Number(position) / Math.max(1, end)) }),
  );
  send({ kind: 'done', outcome });
} finally {
  await logEnd.close();
  await store.close();
  await pool.end();
}
