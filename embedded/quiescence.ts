import { setTimeout as delay } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import { readReactorPosition } from '#infra/postgres/tables/reactor-position.ts';
import type { JobQueue } from '#infra/queue/create-queue.ts';

const pollMs = 5;
/** Long enough for every retry of a job on a slow machine. */
const defaultTimeoutMs = 5 * millisecondsInMinute;

/** The parts that follow the event log. */
export interface Followers {
  /** Resolves to true when all read models have reached `position`, or to false after a timeout. */
  readonly waitForProjections: (position: bigint) => Promise<boolean>;
  readonly queue: Pick<JobQueue, 'idle' | 'awaitingRetry'>;
}

export interface Quiescence {
  /**
   * Waits until all events are projected and reacted to, and all jobs are done, failed ones after their retries. Then the same
   * holds for the events of those jobs. A job that met an outage is waited for until its next attempt only. Resolves to the
   * position of the log's last event.
   * @throws NotSettled after the timeout
   */
  wait(): Promise<bigint | null>;
  close(): Promise<void>;
}

/** A follower of the log did not reach its end in time. */
export class NotSettled extends Error {
  /** `reason` is the beginning of the sentence. */
  constructor(reason: string, timeoutMs: number) {
    super(`${reason} after ${timeoutMs / 1_000} s`);
    this.name = 'NotSettled';
  }
}

export function createQuiescence(
  pool: Pool,
  eventStoreUrl: string,
  { waitForProjections, queue }: Followers,
  timeoutMs = defaultTimeoutMs,
): Quiescence {
  const end = createLogEnd(eventStoreUrl);

  async function haveReactorsReached(position: bigint): Promise<boolean> {
    const { position: reached } = await readReactorPosition(pool);
    return reached !== null && reached >= position;
  }

  /** Polls until `isDone`; `describeState` begins the error's sentence. */
  async function pollUntil(
    isDone: () => Promise<boolean>,
    describeState: () => string,
    deadline: number,
  ): Promise<void> {
    while (!(await isDone())) {
      if (performance.now() > deadline) throw new NotSettled(describeState(), timeoutMs);
      await delay(pollMs);
    }
  }

  async function settle(position: bigint | null, deadline: number): Promise<void> {
    if (position !== null) {
      await pollUntil(
        () => waitForProjections(position),
        () => 'Read models are behind the event log',
        deadline,
      );
      await pollUntil(
        () => haveReactorsReached(position),
        () => 'The reactors are behind the event log',
        deadline,
      );
    }
    let retries: string[] = [];
    const awaitsNoRetry = async () => {
      await queue.idle();
      retries = await queue.awaitingRetry();
      return retries.length === 0;
    };
    await pollUntil(
      // Twice, because a retry may have begun in between, and fail again.
      async () => (await awaitsNoRetry()) && (await awaitsNoRetry()),
      () => `Jobs wait for their next attempt (${[...new Set(retries)].join(', ')})`,
      deadline,
    );
  }

  return {
    async wait() {
      const deadline = performance.now() + timeoutMs;
      let last = await end.position();
      for (;;) {
        await settle(last, deadline);
        const next = await end.position();
        if (next === last) return last;
        last = next;
      }
    },
    close: () => end.close(),
  };
}
