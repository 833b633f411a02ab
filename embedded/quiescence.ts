import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createLogEnd } from '#infra/event-store/last-position.ts';

const waitMs = 5;
const patienceMs = 30_000;

export interface Followers {
  /** Resolves when all read models show everything up to `position`; false when they can't. */
  readonly projected: (position: bigint) => Promise<boolean>;
  /** Resolves when no job waits or is being done. */
  readonly idle: () => Promise<void>;
}

async function reacted(pool: Pool, position: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ reached: boolean }>(
    "SELECT coalesce(position >= $1, false) AS reached FROM reactor_checkpoints WHERE name = 'reactors'",
    [position.toString()],
  );
  return rows[0]?.reached === true;
}

/**
 * Resolves when everything that has happened so far has had its consequences: projected, reacted to, its jobs done, and
 * the same for what those jobs brought about. Gives up after 30 s, since a stopped read model never gets there.
 */
export function createQuiescence(
  pool: Pool,
  eventStoreUrl: string,
  followers: Followers,
): { wait(): Promise<void>; close(): Promise<void> } {
  const end = createLogEnd(eventStoreUrl);

  async function settledUpTo(position: bigint, until: number): Promise<void> {
    await followers.projected(position);
    while (!(await reacted(pool, position)) && performance.now() < until) await delay(waitMs);
    await followers.idle();
  }

  return {
    async wait() {
      const until = performance.now() + patienceMs;
      let settled: bigint | null = null;
      for (let last = await end.position(); last !== settled && performance.now() < until; ) {
        if (last === null) break;
        await settledUpTo(last, until);
        settled = last;
        last = await end.position();
      }
      await followers.idle();
    },
    close: () => end.close(),
  };
}
