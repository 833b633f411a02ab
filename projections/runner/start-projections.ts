import { setTimeout as delay } from 'node:timers/promises';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { type AdvisoryLock, acquireLock } from '#infra/postgres/advisory-lock.ts';
import type { Projection } from '../definition/projection.ts';
import { prepareTables } from './checkpoints.ts';
import { LiveRunner } from './live-runner.ts';
import { rebuildOutdated } from './rebuild.ts';
import { Session } from './session.ts';

export interface ProjectionsOptions {
  readonly databaseUrl: string;
  readonly store: EventStore<StudioEvent>;
  readonly projections: readonly Projection[];
  readonly log: Logger;
  /** Maximum number of events in a transaction; default 2,000. */
  readonly maxBatch?: number;
}

export interface RunningProjections {
  /** Resolves when this process, as the active one, has first reached the end of the log. */
  readonly caughtUp: Promise<void>;
  /** Stops after the current batch. */
  stop(): Promise<void>;
}

const LOCK = 'projections';
const RETRY_MS = 500;
/** A booking's three events arrive within a few milliseconds, and one transaction for all costs a third of three. */
const GATHER_MS = 2;

/**
 * Keeps all read models up to date until stopped. One process is active; the others stand by and take over when its lock is released.
 * Meanwhile new versions are built beside the old ones.
 */
export function startProjections(options: ProjectionsOptions): RunningProjections {
  const stopping = new AbortController();
  const caughtUp = Promise.withResolvers<void>();
  const builds = createBackgroundBuilds(options, stopping.signal);
  const done = (async () => {
    builds.start();
    while (!stopping.signal.aborted) {
      try {
        const lock = await acquireLock(options.databaseUrl, LOCK, { signal: stopping.signal });
        try {
          await runAsLeader(lock, options, stopping.signal, builds.start, caughtUp.resolve);
        } finally {
          await lock.release();
        }
      } catch (error) {
        if (stopping.signal.aborted) return;
        options.log.error({ err: error }, 'The projections were interrupted; trying again');
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  })();
  return {
    caughtUp: caughtUp.promise,
    async stop() {
      stopping.abort();
      await done;
      await builds.settled();
    },
  };
}

/** Projects as the active process until it loses its lock or is stopped. */
async function runAsLeader(
  lock: AdvisoryLock,
  { databaseUrl, store, projections, log, maxBatch = 2_000 }: ProjectionsOptions,
  stop: AbortSignal,
  startBuilds: () => void,
  onCaughtUp: () => void,
): Promise<void> {
  const session = await Session.open(databaseUrl, 'tideline projections start');
  const newer = await prepareTables(session.client, projections).finally(() => session.close());
  if (newer.length > 0) log.error({ newer }, 'A later release feeds these projections; this one leaves them');
  startBuilds();
  log.info({ projections: projections.length }, 'This process runs the projections');

  const stopped = Promise.withResolvers<'ended'>();
  stop.addEventListener('abort', () => stopped.resolve('ended'), { once: true });
  if (stop.aborted) return;
  const ended = Promise.race([stopped.promise, lock.lost.then(() => 'ended' as const)]);
  let moved = Promise.withResolvers<'moved'>();
  const runner = new LiveRunner({
    url: databaseUrl,
    projections,
    log,
    onCheckpointMoved: () => moved.resolve('moved'),
  });
  try {
    for (let reason = ''; reason !== 'ended'; ) {
      moved = Promise.withResolvers<'moved'>();
      const { position, onBatch } = runner;
      const subscription = store.subscribe({
        name: 'projections',
        position,
        onBatch,
        onCaughtUp,
        maxBatch,
        gatherMs: GATHER_MS,
      });
      reason = await Promise.race([ended, moved.promise]);
      await subscription.stop();
    }
  } finally {
    await runner.close();
  }
}

/** Builds outdated projections, one run at a time; a run requested meanwhile follows. */
function createBackgroundBuilds(options: ProjectionsOptions, signal: AbortSignal) {
  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    if (signal.aborted) return;
    await rebuildOutdated(options, signal).catch((error: unknown) => {
      if (!signal.aborted) options.log.error({ err: error }, 'Outdated projections could not be built');
    });
  };
  return {
    start: () => {
      running = running.then(run);
    },
    settled: () => running,
  };
}
