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

/** No one waits for what reactors do, so they may take more at once. */
const gatherMs = 50;
/** How often it is looked whether they were set back. */
const lookEveryMs = 5_000;

export interface ReactorDependencies {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly eventStore: EventStore<StudioEvent>;
  readonly clock: StudioClock;
  readonly logger: Logger;
  /** Resolves when the queue has kept all of them; a key that it has already changes nothing. */
  readonly enqueue: (jobs: readonly QueuedJob[]) => Promise<void>;
}

class ReactorsStandElsewhere extends Error {
  constructor() {
    super('The reactors stand elsewhere than this process brought them');
    this.name = 'ReactorsStandElsewhere';
  }
}

/** By the machine's clock; for telling whether it is another than before. */
const hourNow = (): number => Math.floor(Date.now() / millisecondsInHour);

/** What events call for, by the reactors; old ones only by reactors that have no age limit. */
export function reactTo(
  reactors: readonly Reactor[],
  events: readonly RecordedEvent<StudioEvent>[],
  now: Date,
): QueuedJob[] {
  return events.flatMap((event) => {
    const age = now.getTime() - Date.parse(event.data.at);
    return reactors
      .filter(({ maxAgeMs }) => maxAgeMs === undefined || age <= maxAgeMs)
      .flatMap((reactor) => reactor.react(event).map((job) => causedBy(event, job)));
  });
}

/** The job goes on with the trace of its event. */
const causedBy = ({ metadata: { traceparent } }: RecordedEvent<StudioEvent>, job: QueuedJob): QueuedJob =>
  traceparent === undefined ? job : { ...job, traceparent };

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

  /** Where this process has brought them. */
  let reached: bigint | null = null;
  let markedHour = 0;

  async function position(): Promise<bigint | null> {
    const kept = await readReactorPosition(pool);
    reached = kept.position;
    markedHour = kept.isMarked ? hourNow() : 0;
    return reached;
  }

  async function onBatch(events: readonly RecordedEvent<StudioEvent>[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    if (markedHour !== hourNow()) {
      await markReactorPosition(pool, reached);
      markedHour = hourNow();
    }
    const jobs = reactTo(reactors, events, clock.now());
    if (jobs.length > 0) await queueTraced(jobs);
    // Another process is at it, or they were set back: the subscription begins anew from where they stand.
    if (!(await moveReactorPosition(pool, reached, last.position))) throw new ReactorsStandElsewhere();
    reached = last.position;
    // Only who moved it counts them: never two processes, and none twice after a crash.
    countEvents(events, clock.now());
  }

  /** Resolves when they stand before where this process has brought them: they were set back while nothing happened. */
  async function setBack(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(lookEveryMs, undefined, { signal });
      const before = reached;
      const kept = await readReactorPosition(pool).catch(() => undefined);
      if (kept === undefined || before === null) continue;
      if (kept.position === null || kept.position < before) return;
    }
  }

  async function queueTraced(jobs: readonly QueuedJob[]): Promise<void> {
    const links = isTracing() ? jobs.flatMap(({ traceparent }) => traceparent ?? []) : [];
    const attributes = { 'tideline.jobs': jobs.length };
    await inSpan('react', { kind: 'producer', attributes, links, parent: links[0] }, () => enqueue(jobs));
  }

  async function whileLocked(): Promise<void> {
    const lock = await acquireLock(deps.databaseUrl, 'reactors', { signal: stopping.signal });
    const subscription = eventStore.subscribe({ name: 'reactors', position, onBatch, gatherMs });
    const stopped = new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const round = new AbortController();
    const over = new Promise<void>((resolve) => {
      setBack(round.signal).then(resolve, () => {});
    });
    await Promise.race([lock.lost, stopped, over]);
    round.abort();
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
