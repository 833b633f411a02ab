import { Worker } from 'node:worker_threads';
import type { Config } from '#infra/config/config.ts';

/** What the thread is told at its start. */
export interface ThreadTask {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** What the thread tells, and, from us, the word to end. */
export type ThreadMessage = 'caught-up' | 'stop';

/**
 * Runs the read models in a thread of their own, so that folding events never keeps a request waiting. `onFailure` hears
 * of a thread that ended by itself.
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
  let stopping = false;
  const failed = (error: Error) => {
    caughtUp.reject(error);
    if (!stopping) onFailure(error);
  };
  worker.on('message', (message: ThreadMessage) => {
    if (message === 'caught-up') caughtUp.resolve();
  });
  worker.on('error', failed);
  worker.on('exit', (code) => {
    if (!stopping) failed(new Error(`The projections' thread ended with code ${code}`));
    exited.resolve();
  });
  return {
    caughtUp: caughtUp.promise,
    async stop() {
      if (!stopping) worker.postMessage('stop' satisfies ThreadMessage);
      stopping = true;
      await exited.promise;
    },
  };
}
