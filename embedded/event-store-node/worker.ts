import { parentPort, workerData } from 'node:worker_threads';
import { type NodeOptions, runNode } from './node.ts';
import { type FromWorker, STOP } from './worker-messages.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker thread');

const tell = (message: FromWorker): void => port.postMessage(message);
const giveUp = (error: unknown): void => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  tell({ kind: 'failed', name, message });
  setImmediate(() => process.exit(1));
};

const options: NodeOptions = workerData;
try {
  const node = await runNode(options);
  node.failed.catch(giveUp);
  port.on('message', (message: unknown) => {
    if (message === STOP) node.stop().then(() => process.exit(0), giveUp);
  });
  tell({ kind: 'ready', port: node.port });
} catch (error) {
  giveUp(error);
}
