import type pg from 'pg';
import type { Logger } from '#infra/logging/logger.ts';
import { listen } from '#infra/postgres/listener.ts';
import { CONTROL_CHANNEL, PROGRESS_CHANNEL, progress } from '../definition/progress.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { type BatchTopics, type Change, ChangeResolver } from './changes.ts';
import { PendingWaits } from './pending-waits.ts';

export interface ProjectionWaiter {
  /**
   * Returns true when all these projections have projected everything up to `position`. False after the timeout
   * (default 2 s), or immediately when one of them is stopped.
   */
  waitFor(
    position: bigint,
    projections: readonly string[],
    options?: { timeoutMs?: number },
  ): Promise<boolean>;
  /**
   * Calls back for every committed batch with its topics, before the waits for it resolve, so that caches can evict first. `all` when
   * there were too many topics to list. Returns the function that unsubscribes.
   */
  onProgress(callback: (topics: BatchTopics) => void): () => void;
  /** Calls back with the changes of each committed batch. Returns the function that unsubscribes. */
  onChange(callback: (changes: readonly Change[]) => void): () => void;
  close(): Promise<void>;
}

/** Follows the checkpoints by Postgres's notifications, whichever process runs the projections. Waits until Postgres is available. */
export async function createProjectionWaiter(options: {
  listenUrl: string;
  pool: pg.Pool;
  log: Logger;
}): Promise<ProjectionWaiter> {
  const { pool, log } = options;
  const waits = new PendingWaits();
  const resolver = new ChangeResolver(pool);
  const progressCallbacks = new Set<(topics: BatchTopics) => void>();
  const callbacks = new Set<(changes: readonly Change[]) => void>();

  const notifyChanges = (changes: readonly Change[]) => {
    if (changes.length > 0) for (const callback of callbacks) callback(changes);
  };
  const readAgain = async () => {
    try {
      for (const { name, position, isStopped } of (await readCheckpoints(pool)).values()) {
        waits.setCheckpoint(name, position, isStopped);
      }
      for (const callback of progressCallbacks) callback('all');
      waits.resolveFinished();
    } catch (error) {
      log.warn({ err: error }, 'The projection checkpoints could not be read');
    }
  };
  const handleProgress = (payload: string) => {
    const { position, projections, topics } = progress.parse(JSON.parse(payload));
    for (const name of projections) waits.setCheckpoint(name, BigInt(position), false);
    for (const callback of progressCallbacks) callback(topics);
    waits.resolveFinished();
    if (callbacks.size === 0) return;
    resolver.resolve(topics).then(notifyChanges, (error: unknown) => {
      log.warn({ err: error }, 'A change could not be resolved to its classes');
      notifyChanges([{ kind: 'everything' }]);
    });
  };

  const listener = await listen(
    options.listenUrl,
    [PROGRESS_CHANNEL, CONTROL_CHANNEL],
    ({ channel, payload }) => {
      if (channel === CONTROL_CHANNEL) void readAgain();
      else handleProgress(payload);
    },
    {
      onReconnect: () => {
        void readAgain();
        notifyChanges([{ kind: 'everything' }]);
      },
    },
  );
  await readAgain();

  return {
    waitFor: (position, projections, { timeoutMs = 2_000 } = {}) =>
      waits.wait(position, projections, timeoutMs),
    onProgress(callback) {
      progressCallbacks.add(callback);
      return () => progressCallbacks.delete(callback);
    },
    onChange(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    async close() {
      progressCallbacks.clear();
      callbacks.clear();
      await listener.close();
      waits.cancelAll();
    },
  };
}
