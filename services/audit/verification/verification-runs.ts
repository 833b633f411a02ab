import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Config } from '#infra/config/config.ts';
import type { VerificationStart } from './seal-verification.ts';
import type { Verdict } from './verify-installation.ts';

/** The data that the thread is started with. */
export interface VerificationTask extends VerificationStart {
  readonly id: string;
  readonly config: Config;
  /** The process's opened key, since the `MASTER_KEY` may have been rotated after its start. */
  readonly rootKey: Buffer;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly now: Date;
}

/** The messages that the thread sends. */
export type VerificationMessage =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'done'; readonly verdict: Verdict };

/** One verification. */
export interface VerificationRun {
  readonly id: string;
  readonly startedAt: string;
  /** The number of events replayed so far. */
  events: number;
  /** null while it runs, and after a failure. */
  verdict: Verdict | null;
  failed: boolean;
  /** Resolves when it has ended, also after a failure. */
  readonly ended: Promise<void>;
}

type RunsOptions = Omit<VerificationTask, 'id' | 'now' | 'startedBy'>;

/**
 * Runs verifications in a worker thread, so that replaying a store blocks no request; one at a time. The thread stores each verdict
 * before it sends it.
 */
export class VerificationRuns {
  readonly #options: RunsOptions;
  #run: VerificationRun | null = null;
  #worker: Worker | null = null;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** The run with that id; null once another has been started. */
  find(id: string): VerificationRun | null {
    return this.#run?.id === id ? this.#run : null;
  }

  /** Starts a verification, or returns the one that runs. */
  start(now: Date, startedBy: string | null): VerificationRun {
    if (this.#worker !== null && this.#run !== null) return this.#run;
    const ended = Promise.withResolvers<void>();
    const run: VerificationRun = {
      id: randomUUID(),
      startedAt: now.toISOString(),
      events: 0,
      verdict: null,
      failed: false,
      ended: ended.promise,
    };
    const workerData: VerificationTask = { ...this.#options, id: run.id, startedBy, now };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData,
      name: 'verification',
      execArgv: [],
    });
    const finish = () => {
      run.failed = run.verdict === null;
      if (this.#worker === worker) this.#worker = null;
      ended.resolve();
    };
    worker.on('message', (message: VerificationMessage) => {
      if (message.kind === 'progress') run.events = message.events;
      else {
        run.verdict = message.verdict;
        finish();
      }
    });
    worker.on('error', finish);
    worker.on('exit', finish);
    this.#run = run;
    this.#worker = worker;
    return run;
  }

  /** Waits for the verdict of the running verification, or of a new one. @throws if it fails */
  async waitForVerdict(now: Date): Promise<Verdict> {
    const run = this.start(now, null);
    await run.ended;
    if (run.verdict === null) throw new Error('The verification failed');
    return run.verdict;
  }

  /** Aborts the running verification. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
