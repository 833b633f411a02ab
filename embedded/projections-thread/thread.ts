import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '#infra/logging/logger.ts';
import { startTelemetry } from '#infra/telemetry/start-telemetry.ts';
import { connectProjections } from '#projections/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { startProjections } from '#projections/runner/start-projections.ts';
import type { ThreadMessage, ThreadTask } from './start-projections-thread.ts';

if (parentPort === null) throw new Error('This file runs only as a worker thread');
const main = parentPort;
const task: ThreadTask = workerData;
// A Buffer arrives as a Uint8Array, because messages between threads lose classes.
const config = { ...task.config, masterKey: Buffer.from(task.config.masterKey) };
const logger = createLogger({ level: config.logLevel, component: 'projections' });
// No metrics here: the main thread serves those of the process.
const endTelemetry = startTelemetry({ ...config, healthPort: null }, 'projections');
const { store, close } = await connectProjections({ ...task, config, logger });
const projections = startProjections({
  databaseUrl: task.databaseUrl,
  store,
  projections: studioProjections,
  log: logger,
});
main.once('message', async () => {
  await projections.stop();
  await close();
  await endTelemetry();
  main.close();
});
await projections.caughtUp;
main.postMessage('caught-up' satisfies ThreadMessage);
