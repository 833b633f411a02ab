import { setTimeout as delay } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import type { JobQueue } from '#infra/queue/create-queue.ts';

const pollMs = 5;
/** Long enough for every retry of a job on a slow machine; a stopped read model never gets there. */
const defaultTimeoutMs = 5 * millisecondsInMinute;

export interface Followers {
  /** Resolves to true when all read models show everything up to `position`; to false when they do not within some time. */
  readonly waitForProjections: (position: bigint) => Promise<boolean>;
  readonly queue: Pick<JobQueue, 'idle' | 'awaitingRetry'>;
}

export interface Quiescence {
  /**
   * Resolves to the position of the log's last event when every event up to it has had its consequences: projected, reacted to,
   * jobs done, failed jobs retried, and the same for the events of those jobs.
   * @throws NotSettled after the timeout
   */
  wait(): Promise<bigint | null>;
  close(): Promise<void>;
}

/** Something that follows the log does not get to its end. */
export class NotSettled extends Error {
  /** `what` begins the sentence. */
  constructor(what: string, timeoutMs: number) {
    super(`${what} after ${timeoutMs / 1_000} s`);
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
    const { rows } = await pool.query<{ reached: boolean }>(
      "SELECT coalesce(position >= $1, false) AS reached FROM reactor_checkpoints WHERE name = 'reactors'",
      [position.toString()],
    );
    return rows[0]?.reached === true;
  }

  /** Polls until `isDone`; `describe` says what is missing. */
  async function until(
    isDone: () => Promise<boolean>,
    describe: () => string,
    deadline: number,
  ): Promise<void> {
    while (!(await isDone())) {
      if (performance.now() > deadline) throw new NotSettled(describe(), timeoutMs);
      await delay(pollMs);
    }
  }

  async function settle(position: bigint | null, deadline: number): Promise<void> {
    if (position !== null) {
      await until(
        () => waitForProjections(position),
        () => 'Read models are behind the event log',
        deadline,
      );
      await until(
        () => haveReactorsReached(position),
        () => 'The reactors are behind the event log',
        deadline,
      );
    }
    await queue.idle();
    let retries: string[] = [];
    await until(
      async () => {
        retries = await queue.awaitingRetry();
        return retries.length === 0;
      },
      () => `Jobs wait for their next attempt (${[...new Set(retries)].join(', ')})`,
      deadline,
    );
    await queue.idle();
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
