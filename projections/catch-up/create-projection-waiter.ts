import type pg from 'pg';
import type { Logger } from '#infra/logging/logger.ts';
import { listen } from '#infra/postgres/listener.ts';
import { CONTROL_CHANNEL, PROGRESS_CHANNEL, progress } from '../definition/progress.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { type BatchTopics, type Change, ChangeResolver } from './changes.ts';
import { PendingWaits } from './pending-waits.ts';

export interface ProjectionWaiter {
  /**
   * True when all of these projections have taken in everything up to `position`; false after the timeout (2 s), or at once
   * when one of them is stopped and so never will.
   */
  waitFor(
    position: bigint,
    projections: readonly string[],
    options?: { timeoutMs?: number },
  ): Promise<boolean>;
  /**
   * Calls back at every committed batch with what it touched, before anyone who waits for it goes on: for what is remembered
   * of read models and must be forgotten. `all` when more was touched than could be told. Answers how to end that.
   */
  onProgress(callback: (topics: BatchTopics) => void): () => void;
  /** Calls back with what each committed batch touched. Answers how to end that. */
  onChange(callback: (changes: readonly Change[]) => void): () => void;
  close(): Promise<void>;
}

/** Knows from Postgres's notices how far the read models are, whichever process feeds them. Waits until Postgres is there. */
export async function createProjectionWaiter(options: {
  listenUrl: string;
  pool: pg.Pool;
  log: Logger;
}): Promise<ProjectionWaiter> {
  const { pool, log } = options;
  const waits = new PendingWaits();
  const resolver = new ChangeResolver(pool);
  const forgetters = new Set<(topics: BatchTopics) => void>();
  const callbacks = new Set<(changes: readonly Change[]) => void>();

  const tell = (changes: readonly Change[]) => {
    if (changes.length > 0) for (const callback of callbacks) callback(changes);
  };
  const reread = async () => {
    try {
      for (const { name, position, isStopped } of (await readCheckpoints(pool)).values()) {
        waits.setCheckpoint(name, position, isStopped);
      }
      for (const forget of forgetters) forget('all');
      waits.resolveFinished();
    } catch (error) {
      log.warn({ err: error }, 'The projection checkpoints could not be read');
    }
  };
  const take = (payload: string) => {
    const { position, projections, topics } = progress.parse(JSON.parse(payload));
    for (const name of projections) waits.setCheckpoint(name, BigInt(position), false);
    for (const forget of forgetters) forget(topics);
    waits.resolveFinished();
    if (callbacks.size === 0) return;
    resolver.resolve(topics).then(tell, (error: unknown) => {
      log.warn({ err: error }, 'A change could not be told in detail');
      tell([{ kind: 'everything' }]);
    });
  };

  const listener = await listen(
    options.listenUrl,
    [PROGRESS_CHANNEL, CONTROL_CHANNEL],
    ({ channel, payload }) => {
      if (channel === CONTROL_CHANNEL) void reread();
      else take(payload);
    },
    {
      onReconnect: () => {
        void reread();
        tell([{ kind: 'everything' }]);
      },
    },
  );
  await reread();

  return {
    waitFor: (position, projections, { timeoutMs = 2_000 } = {}) =>
      waits.wait(position, projections, timeoutMs),
    onProgress(callback) {
      forgetters.add(callback);
      return () => forgetters.delete(callback);
    },
    onChange(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    async close() {
      forgetters.clear();
      callbacks.clear();
      await listener.close();
      waits.cancelAll();
    },
  };
}
