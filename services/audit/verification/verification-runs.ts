import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Config } from '#infra/config/config.ts';
import type { Verdict } from './verify-installation.ts';

/** What the thread is told at its start. */
export interface VerificationTask {
  readonly config: Config;
  /** As the process has it open: its `MASTER_KEY` may have been replaced since it was started. */
  readonly rootKey: Buffer;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly now: Date;
}

/** What the thread tells. */
export type VerificationMessage =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'done'; readonly verdict: Verdict };

/** One verification, from its start. */
export interface VerificationRun {
  readonly id: string;
  readonly startedAt: string;
  /** Looked at so far. */
  events: number;
  /** null while it runs, and when it broke off. */
  verdict: Verdict | null;
  failed: boolean;
  /** Settles when it has ended, however. */
  readonly ended: Promise<void>;
}

/** Verifies in a thread of its own, so that replaying a store keeps no request waiting; one run at a time. */
export class VerificationRuns {
  readonly #task: Omit<VerificationTask, 'now'>;
  #run: VerificationRun | null = null;
  #worker: Worker | null = null;
  #last: Verdict | null = null;

  constructor(task: Omit<VerificationTask, 'now'>) {
    this.#task = task;
  }

  /** What the last one that came to its end said. */
  get last(): Verdict | null {
    return this.#last;
  }

  /** The run of that name, as long as no other was begun since. */
  find(id: string): VerificationRun | null {
    return this.#run?.id === id ? this.#run : null;
  }

  /** Begins one, or joins the one that runs. */
  start(now: Date): VerificationRun {
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
    const workerData: VerificationTask = { ...this.#task, now };
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
        this.#last = message.verdict;
        finish();
      }
    });
    worker.on('error', finish);
    worker.on('exit', finish);
    this.#run = run;
    this.#worker = worker;
    return run;
  }

  /** What one says that begins now, or the one that runs. @throws when it broke off */
  async verdict(now: Date): Promise<Verdict> {
    const run = this.start(now);
    await run.ended;
    if (run.verdict === null) throw new Error('The verification broke off');
    return run.verdict;
  }

  /** Breaks off what runs. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
