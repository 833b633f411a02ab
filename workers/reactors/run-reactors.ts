import type { Pool } from 'pg';
import type { StudioClock } from '../../infra/clock/studio-clock.ts';
import type { EventStore, Recorded } from '../../infra/event-store/types.ts';
import type { Logger } from '../../infra/logging/logger.ts';
import { holdLock } from '../../infra/postgres/advisory-lock.ts';
import type { QueuedJob } from '../../infra/queue/define-job.ts';
import type { StudioEvent } from '../../services/domain/registry.ts';
import type { Reactor } from './reactor.ts';

/** No one waits for what reactors do, so they may take more at once. */
const gatherMs = 50;
const checkpointName = 'reactors';

export interface ReactorDependencies {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly eventStore: EventStore<StudioEvent>;
  readonly clock: StudioClock;
  readonly logger: Logger;
  /** Resolves when the queue has kept all of them; a key that it has already changes nothing. */
  readonly enqueue: (jobs: readonly QueuedJob[]) => Promise<void>;
}

/** What events call for, by the reactors; old ones only by reactors that have no age limit. */
export function reactTo(
  reactors: readonly Reactor[],
  events: readonly Recorded<StudioEvent>[],
  now: Date,
): QueuedJob[] {
  return events.flatMap((event) => {
    const age = now.getTime() - Date.parse(event.data.at);
    return reactors
      .filter(({ maxAgeMs }) => maxAgeMs === undefined || age <= maxAgeMs)
      .flatMap((reactor) => reactor.react(event));
  });
}

/**
 * Follows the store and queues what the reactors call for. The position is kept after the jobs are, so a crash repeats
 * some jobs and loses none. One process at a time does it; the others wait for its lock.
 */
export function runReactors(
  reactors: readonly Reactor[],
  deps: ReactorDependencies,
): { stop(): Promise<void> } {
  const { pool, eventStore, clock, logger, enqueue } = deps;
  const stopping = new AbortController();

  async function position(): Promise<bigint | null> {
    const { rows } = await pool.query<{ position: string | null }>(
      'SELECT position::text FROM reactor_checkpoints WHERE name = $1',
      [checkpointName],
    );
    const kept = rows[0]?.position;
    return kept === undefined || kept === null ? null : BigInt(kept);
  }

  async function onBatch(events: readonly Recorded<StudioEvent>[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    const jobs = reactTo(reactors, events, clock.now());
    if (jobs.length > 0) await enqueue(jobs);
    await pool.query(
      `INSERT INTO reactor_checkpoints (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = now()`,
      [checkpointName, last.position.toString()],
    );
  }

  async function whileLocked(): Promise<void> {
    const lock = await holdLock(deps.databaseUrl, 'reactors', { signal: stopping.signal });
    const subscription = eventStore.subscribe({ name: 'reactors', position, onBatch, gatherMs });
    const stopped = new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([lock.lost, stopped]);
    await subscription.stop();
    await lock.release();
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await whileLocked();
      } catch (error) {
        if (stopping.signal.aborted) return;
        logger.warn({ err: error }, 'The reactors lost their place and start again');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
