import { setTimeout as delay } from 'node:timers/promises';
import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { EventStore, RecordedEvent } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { acquireLock } from '#infra/postgres/advisory-lock.ts';
import {
  markReactorPosition,
  moveReactorPosition,
  readReactorPosition,
} from '#infra/postgres/tables/reactor-position.ts';
import type { QueuedJob } from '#infra/queue/define-job.ts';
import { inSpan, isTracing } from '#infra/telemetry/spans.ts';
import { countEvents } from './count-events.ts';
import type { Reactor } from './reactor.ts';

/** No request waits for reactors, so they can collect larger batches. */
const gatherMs = 50;
/** How often to check whether the reactors were set back. */
const checkIntervalMs = 5_000;

const retryDelayMs = 500;

export interface ReactorDependencies {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly eventStore: EventStore<StudioEvent>;
  readonly clock: StudioClock;
  readonly logger: Logger;
  /** Resolves when the queue has stored all jobs. A job whose key exists already changes nothing. */
  readonly enqueue: (jobs: readonly QueuedJob[]) => Promise<void>;
}

class ReactorPositionChanged extends Error {
  constructor() {
    super('The stored position of the reactors is not the one of this process');
    this.name = 'ReactorPositionChanged';
  }
}

/** The current hour by the system clock, as a number for comparison. */
const currentHour = (): number => Math.floor(Date.now() / millisecondsInHour);

/** Collects the jobs of all reactors for these events, and skips events older than a reactor's limit. */
export function reactTo(
  reactors: readonly Reactor[],
  events: readonly RecordedEvent<StudioEvent>[],
  now: Date,
): QueuedJob[] {
  return events.flatMap((event) => {
    const age = now.getTime() - Date.parse(event.data.at);
    return reactors
      .filter(({ maxAgeMs }) => maxAgeMs === undefined || age <= maxAgeMs)
      .flatMap((reactor) => reactor.react(event).map((job) => withTraceOf(event, job)));
  });
}

/** Continues the trace of the event in its job. */
const withTraceOf = ({ metadata: { traceparent } }: RecordedEvent<StudioEvent>, job: QueuedJob): QueuedJob =>
  traceparent === undefined ? job : { ...job, traceparent };

/** Handles batches of events for the reactors, and tracks the position that this process has stored. */
function createBatchHandler(
  reactors: readonly Reactor[],
  { pool, clock, enqueue }: Pick<ReactorDependencies, 'pool' | 'clock' | 'enqueue'>,
) {
  let lastPosition: bigint | null = null;
  let lastVersion: string | null = null;
  let markedHour = 0;

  async function enqueueTraced(jobs: readonly QueuedJob[]): Promise<void> {
    const links = isTracing() ? jobs.flatMap(({ traceparent }) => traceparent ?? []) : [];
    const attributes = { 'tideline.jobs': jobs.length };
    await inSpan('react', { kind: 'producer', attributes, links, parent: links[0] }, () => enqueue(jobs));
  }

  return {
    async readPosition(): Promise<bigint | null> {
      const stored = await readReactorPosition(pool);
      lastPosition = stored.position;
      lastVersion = stored.version;
      markedHour = stored.isMarked ? currentHour() : 0;
      return lastPosition;
    },

    async onBatch(events: readonly RecordedEvent<StudioEvent>[]): Promise<void> {
      const last = events.at(-1);
      if (last === undefined) return;
      if (markedHour !== currentHour()) {
        await markReactorPosition(pool, lastPosition);
        markedHour = currentHour();
      }
      const jobs = reactTo(reactors, events, clock.now());
      if (jobs.length > 0) await enqueueTraced(jobs);
      // Another process runs them, or they were set back: the subscription restarts from the stored position.
      const version = await moveReactorPosition(pool, lastVersion, last.position);
      if (version === null) throw new ReactorPositionChanged();
      lastVersion = version;
      lastPosition = last.position;
      // Only the process that moved the position counts, so no event is counted twice.
      countEvents(events, clock.now());
    },

    /** Resolves when the stored position is before the last one of this process, so when the reactors were set back. */
    async waitUntilSetBack(signal: AbortSignal): Promise<void> {
      for (;;) {
        await delay(checkIntervalMs, undefined, { signal });
        const before = lastPosition;
        const stored = await readReactorPosition(pool).catch(() => undefined);
        if (stored === undefined || before === null) continue;
        if (stored.position === null || stored.position < before) return;
      }
    },
  };
}

/**
 * Follows the event store and enqueues the reactors' jobs. The position is stored after the jobs, so a crash repeats some
 * jobs and loses none. One process at a time runs them; the others wait for its lock.
 */
export function runReactors(
  reactors: readonly Reactor[],
  deps: ReactorDependencies,
): { stop(): Promise<void> } {
  const { databaseUrl, eventStore, logger } = deps;
  const { readPosition, onBatch, waitUntilSetBack } = createBatchHandler(reactors, deps);
  const stopping = new AbortController();

  async function runWhileLocked(): Promise<void> {
    const lock = await acquireLock(databaseUrl, 'reactors', { signal: stopping.signal });
    const subscription = eventStore.subscribe({
      name: 'reactors',
      position: readPosition,
      onBatch,
      gatherMs,
    });
    const stopped = new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const ending = new AbortController();
    const isSetBack = new Promise<void>((resolve) => {
      waitUntilSetBack(ending.signal).then(resolve, () => {});
    });
    await Promise.race([lock.lost, stopped, isSetBack]);
    ending.abort();
    await subscription.stop();
    await lock.release();
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await runWhileLocked();
      } catch (error) {
        if (stopping.signal.aborted) return;
        logger.warn({ err: error }, 'The reactors failed and will restart');
        await delay(retryDelayMs);
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
