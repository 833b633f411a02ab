import { Worker } from 'node:worker_threads';
import type { Config } from '#infra/config/config.ts';

/** The input of the thread. */
export interface ThreadTask {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** The thread sends `caught-up`, and receives `stop`. */
export type ThreadMessage = 'caught-up' | 'stop';

/**
 * Runs the projections in a thread of their own, so that they delay no request. Calls `onFailure` when the thread ends without
 * `stop`.
 */
export function startProjectionsThread(
  task: ThreadTask,
  onFailure: (error: Error) => void,
): { readonly caughtUp: Promise<void>; stop(): Promise<void> } {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: task,
    name: 'projections',
    execArgv: [],
  });
  const caughtUp = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let isStopping = false;
  const fail = (error: Error) => {
    caughtUp.reject(error);
    if (!isStopping) onFailure(error);
  };
  worker.on('message', (message: ThreadMessage) => {
    if (message === 'caught-up') caughtUp.resolve();
  });
  worker.on('error', fail);
  worker.on('exit', (code) => {
    if (!isStopping) fail(new Error(`The projections' thread ended with code ${code}`));
    exited.resolve();
  });
  return {
    caughtUp: caughtUp.promise,
    async stop() {
      if (!isStopping) worker.postMessage('stop' satisfies ThreadMessage);
      isStopping = true;
      await exited.promise;
    },
  };
}
