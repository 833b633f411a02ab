import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createLogger } from '../logging/logger.ts';
import { createQueue, type JobQueue } from './create-queue.ts';
import { defineJob, handle, type JobRun } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';

export const note = defineJob({
  name: 'note',
  payload: z.object({ text: z.string() }),
  attempts: 3,
  backoffMs: 10,
});
export const slow = defineJob({
  name: 'slow',
  payload: z.object({ text: z.string() }),
  attempts: 9,
  backoffMs: 1_000,
});
export const mail = defineJob({ name: 'mail', lane: 'later', payload: z.object({}) });
export const sweep = defineJob({ name: 'sweep', lane: 'sweeps', payload: z.object({}), attempts: 1 });

/** Opens queues on a database of its own, with handlers that record what ran. */
export class QueueHarness {
  readonly database: TestDatabase;
  readonly done: { text: string; run: JobRun }[] = [];
  readonly log: string[] = [];
  sweeps = 0;
  mails = 0;
  /** What `note` and `slow` do before they are recorded. */
  doing: (text: string, run: JobRun) => Promise<void> = async () => {};
  /** What `sweep` does once it is counted. */
  sweeping: () => Promise<void> = async () => {};

  private constructor(database: TestDatabase) {
    this.database = database;
  }

  static async start(): Promise<QueueHarness> {
    return new QueueHarness(await freshDatabase());
  }

  /** Opens a queue, which the end of the test closes. */
  async open(): Promise<JobQueue> {
    const record = async ({ text }: { text: string }, run: JobRun): Promise<void> => {
      await this.doing(text, run);
      this.done.push({ text, run });
    };
    const registry = createJobRegistry([
      handle(slow, record),
      handle(note, record),
      handle(mail, async () => {
        this.mails += 1;
      }),
      handle(sweep, async () => {
        this.sweeps += 1;
        await this.sweeping();
      }),
    ]);
    const logger = createLogger({
      level: 'info',
      component: 'test',
      destination: { write: (line) => this.log.push(line) },
    });
    const connection = { kind: 'postgres', url: this.database.url } as const;
    const queue = await createQueue({ connection, registry, logger });
    onTestFinished(() => queue.close());
    return queue;
  }

  texts(): string[] {
    return this.done.map(({ text }) => text).toSorted();
  }
}
