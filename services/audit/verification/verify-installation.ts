import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { holdLock } from '#infra/postgres/advisory-lock.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import type { Projection } from '#projections/core/projection.ts';
import { compareReadModels, type ReadModelComparison } from '#projections/verifying/compare-read-models.ts';
import { type Verification, Verifier } from '../verifier/verifier.ts';
import { checkErasures } from './check-erasures.ts';

/** Whether an installation holds what it promises: the events in themselves, and the read models as the events say. */
export interface Verdict {
  readonly holds: boolean;
  readonly verifiedAt: string;
  readonly tookMs: number;
  readonly events: Verification;
  readonly readModels: ReadModelComparison;
}

export interface VerifyInstallationOptions {
  readonly databaseUrl: string;
  readonly store: Pick<EventStore<StudioEvent>, 'readAll'>;
  readonly projections: readonly Projection[];
  readonly now: Date;
  /** How addresses of members are known in the log; without it registrations of those who were erased are not looked for. */
  readonly emailHash?: (email: string) => string;
  /** Hears now and then how many events were looked at. */
  readonly onProgress?: (events: number) => void;
}

/** One at a time, in all processes: they would build in the same place. */
const LOCK = 'verification';

/** So often, and so far apart, the log's end is looked at again. */
const LOOKS = 6;
const APART_MS = 500;

/**
 * The log may end in the midst of something. What is not at its end is given the time to come there by what is written next;
 * how old it says it is does not count, since histories that are written after the event say so wrongly.
 */
async function settle(verifier: Verifier, store: VerifyInstallationOptions['store']): Promise<Verification> {
  const end = verifier.position;
  for (let look = 0; look < LOOKS && verifier.unsettledAt(end) > 0; look += 1) {
    await delay(APART_MS);
    for await (const events of store.readAll(verifier.position)) {
      for (const event of events) verifier.add(event);
    }
  }
  return verifier.finish(end);
}

async function inPostgres<T>(databaseUrl: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool(databaseUrl, {
    max: 1,
    applicationName: 'tideline verification of erasures',
    queryTimeoutMs: null,
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Replays the whole store once, and looks at the events and at every read model on the way. @throws EventStoreUnavailable */
export async function verifyInstallation(options: VerifyInstallationOptions): Promise<Verdict> {
  const { databaseUrl, store, projections, now, emailHash, onProgress } = options;
  const lock = await holdLock(databaseUrl, LOCK);
  try {
    const started = performance.now();
    const verifier = new Verifier({ now });
    let count = 0;
    const readModels = await compareReadModels(projections, {
      databaseUrl,
      store,
      onEvents: (events) => {
        for (const event of events) verifier.add(event);
        count += events.length;
        onProgress?.(count);
      },
    });
    const end = verifier.position;
    const replayed = await settle(verifier, store);
    const erasures = await inPostgres(databaseUrl, (pool) =>
      checkErasures(pool, verifier.erased(end), emailHash ?? null),
    );
    const events = {
      ...replayed,
      exceptions: [...replayed.exceptions, ...erasures.exceptions],
      exceptionCount: replayed.exceptionCount + erasures.exceptionCount,
    };
    const areEqual = readModels.differences.length === 0 && readModels.notCompared.length === 0;
    return {
      holds: events.exceptionCount === 0 && areEqual,
      verifiedAt: now.toISOString(),
      tookMs: Math.round(performance.now() - started),
      events,
      readModels,
    };
  } finally {
    await lock.release();
  }
}
