import { parentPort, workerData } from 'node:worker_threads';
import { type NodeOptions, runNode } from './node.ts';
import { STOP, type WorkerMessage } from './worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('This file runs only as a worker thread');

const post = (message: WorkerMessage): void => port.postMessage(message);
const fail = (error: unknown): void => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  post({ kind: 'failed', name, message });
  setImmediate(() => process.exit(1));
};

const options: NodeOptions = workerData;
try {
  const node = await runNode(options);
  node.failed.catch(fail);
  port.on('message', (message: unknown) => {
    if (message === STOP) node.stop().then(() => process.exit(0), fail);
  });
  post({ kind: 'ready', port: node.port });
} catch (error) {
  fail(error);
}
