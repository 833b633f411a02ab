import type { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { Logger } from '../logging/logger.ts';
import { openBackend, type QueueBackend, type QueueConnection } from './backend.ts';
import { LANES } from './define-job.ts';

/** The lanes as a page of jobs shows them, in a process that does no jobs itself. */
export interface JobBoard {
  /** For Bull Board. Connects when it is first asked to, so that nothing else of the process needs the queue. */
  open(): Promise<BullMQAdapter[]>;
  close(): Promise<void>;
}

export function createJobBoard(connection: QueueConnection, logger: Logger): JobBoard {
  const onError = (error: Error) => logger.warn({ err: error }, 'The page of jobs lost the queue');
  let opened: Promise<{ backend: QueueBackend; lanes: ReturnType<QueueBackend['queue']>[] }> | null = null;

  async function connect() {
    // Its tables are the workers' to make.
    const backend = await openBackend(connection, onError, { migrates: false });
    const lanes = LANES.map((lane) => backend.queue(lane));
    for (const { queue } of lanes) queue.on('error', onError);
    return { backend, lanes };
  }

  return {
    async open() {
      opened ??= connect().catch((error: unknown) => {
        opened = null;
        throw error;
      });
      return (await opened).lanes.map(({ board }) => board);
    },
    async close() {
      const found = await opened?.catch(() => null);
      if (!found) return;
      await Promise.all(found.lanes.map(({ queue }) => queue.close()));
      await found.backend.close();
    },
  };
}
