import type { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { Logger } from '../logging/logger.ts';
import { openBackend, type QueueBackend, type QueueConnection } from './backend.ts';
import { LANES } from './define-job.ts';

/** The lanes for Bull Board, in a process that runs no jobs itself. */
export interface JobBoard {
  /** Connects at the first call, so that the process starts without the queue. */
  open(): Promise<BullMQAdapter[]>;
  close(): Promise<void>;
}

export function createJobBoard(connection: QueueConnection, logger: Logger): JobBoard {
  const onError = (error: Error) => logger.warn({ err: error }, 'A connection of the job board failed');
  let opened: Promise<{ backend: QueueBackend; lanes: ReturnType<QueueBackend['queue']>[] }> | null = null;

  async function connect() {
    // Only the workers create and update the queue's tables.
    const backend = await openBackend(connection, onError, { migrates: false });
    const lanes = LANES.map((lane) => backend.queue(lane));
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
