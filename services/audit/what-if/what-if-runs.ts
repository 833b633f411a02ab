import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Config } from '#infra/config/config.ts';
import type { WhatIfOutcome, WhatIfQuestion } from './run-what-if.ts';

/** The data that the thread is started with. */
export interface WhatIfTask {
  readonly config: Config;
  /** The process's opened key, since the `MASTER_KEY` may have been rotated after its start. */
  readonly rootKey: Buffer;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly question: WhatIfQuestion;
}

/** The messages that the thread sends. */
export type WhatIfMessage =
  | { readonly kind: 'progress'; readonly progress: number }
  | { readonly kind: 'done'; readonly outcome: WhatIfOutcome };

/** One what-if. */
export interface WhatIfRun<Request> {
  readonly id: string;
  readonly request: Request;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** From 0 to 1. */
  progress: number;
  /** null until it is done. */
  outcome: WhatIfOutcome | null;
  /** Resolves when it has ended, also after a failure. */
  readonly ended: Promise<void>;
}

/**
 * Runs what-ifs in a worker thread, so that repeating a history blocks no request; one at a time. The last one is stored until the
 * next begins.
 */
export class WhatIfRuns<Request> {
  readonly #options: Omit<WhatIfTask, 'question'>;
  #run: WhatIfRun<Request> | null = null;
  #worker: Worker | null = null;

  constructor(options: Omit<WhatIfTask, 'question'>) {
    this.#options = options;
  }

  /** The run with that id; null once another has been started. */
  find(id: string): WhatIfRun<Request> | null {
    return this.#run?.id === id ? this.#run : null;
  }

  /** Starts a what-if; null while another one runs. */
  start(request: Request, question: WhatIfQuestion): WhatIfRun<Request> | null {
    if (this.#worker !== null) return null;
    const ended = Promise.withResolvers<void>();
    const run: WhatIfRun<Request> = {
      id: randomUUID(),
      request,
      state: 'running',
      progress: 0,
      outcome: null,
      ended: ended.promise,
    };
    const workerData: WhatIfTask = { ...this.#options, question };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData,
      name: 'what-if',
      execArgv: [],
    });
    const finish = () => {
      if (run.state === 'running') run.state = run.outcome === null ? 'failed' : 'done';
      if (this.#worker === worker) this.#worker = null;
      ended.resolve();
    };
    worker.on('message', (message: WhatIfMessage) => {
      if (message.kind === 'progress') run.progress = message.progress;
      else {
        run.progress = 1;
        run.outcome = message.outcome;
        finish();
      }
    });
    worker.on('error', finish);
    worker.on('exit', finish);
    this.#run = run;
    this.#worker = worker;
    return run;
  }

  /**
   * Repeats the whole history under the rules as they stood, decides everything anew, and counts the differences: there must be none.
   * @throws if it fails
   */
  async countOwnDifferences(request: Request, now: Date): Promise<number> {
    const span = { from: new Date(0), until: new Date(now.getTime() + 1), now };
    const run = this.start(request, { span, fixed: {}, sweep: null, decidesAll: true });
    await run?.ended;
    if (run?.outcome === null || run?.outcome === undefined)
      throw new Error('The history could not be repeated');
    return run.outcome.result.differences.length;
  }

  /** Stops a run that has not ended. */
  async cancel(run: WhatIfRun<Request>): Promise<void> {
    if (run.state !== 'running' || this.#run !== run) return;
    run.state = 'cancelled';
    await this.close();
  }

  /** Aborts the one that runs. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
