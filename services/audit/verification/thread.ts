import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '#infra/logging/logger.ts';
import { connectProjections } from '#projections/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { sealVerification } from './seal-verification.ts';
import type { VerificationMessage, VerificationTask } from './verification-runs.ts';
import { verifyInstallation } from './verify-installation.ts';

if (parentPort === null) throw new Error('This module runs only in a worker thread');
const main = parentPort;
const send = (message: VerificationMessage) => main.postMessage(message);
const task: VerificationTask = workerData;
// Threads receive a Buffer as a plain Uint8Array.
const rootKey = Buffer.from(task.rootKey);
const { config, id, origin, startedBy } = task;
const logger = createLogger({ level: config.logLevel, component: 'verification' });
const { pool, store, emailHash, signer, close } = await connectProjections({ ...task, rootKey, logger });
try {
  const verdict = await verifyInstallation({
    databaseUrl: task.databaseUrl,
    store,
    projections: studioProjections,
    now: task.now,
    emailHash,
    onProgress: (events) => send({ kind: 'progress', events }),
  });
  const { name: studio } = config.studio;
  await sealVerification({ pool, signer }, { id, studio, origin, startedBy, verdict });
  send({ kind: 'done', verdict });
} finally {
  await close();
}
