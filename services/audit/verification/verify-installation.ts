import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { acquireLock } from '#infra/postgres/advisory-lock.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import type { Projection } from '#projections/definition/projection.ts';
import {
  compareReadModels,
  type ReadModelComparison,
} from '#projections/verification/compare-read-models.ts';
import { type Verification, Verifier } from '../verifier/verifier.ts';
import { checkErasures } from './check-erasures.ts';

/** Whether an installation is consistent: the events in themselves, and the read models with the events. */
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
  /** The keyed hash of email addresses in the log; without it, registrations of erased members are not searched for. */
  readonly emailHash?: (email: string) => string;
  /** Receives the number of replayed events from time to time. */
  readonly onProgress?: (events: number) => void;
}

/** The advisory lock: verifications of all processes build their tables in the same schema. */
const LOCK = 'verification';

const maxTailReads = 6;
const tailReadIntervalMs = 500;

/**
 * Reads the tail of the log until everything that was in progress at its end has completed, for at most 3 s. The events' own
 * times prove nothing about this, since an imported history is appended long after its times.
 */
async function settle(verifier: Verifier, store: VerifyInstallationOptions['store']): Promise<Verification> {
  const end = verifier.position;
  for (let read = 0; read < maxTailReads && verifier.countUnsettled(end) > 0; read += 1) {
    await delay(tailReadIntervalMs);
    for await (const events of store.readAll(verifier.position)) {
      for (const event of events) verifier.add(event);
    }
  }
  return verifier.finish(end);
}

async function withPool<T>(databaseUrl: string, work: (pool: Pool) => Promise<T>): Promise<T> {
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

/** Replays the whole store once, checking the events and comparing every read model. @throws EventStoreUnavailable */
export async function verifyInstallation(options: VerifyInstallationOptions): Promise<Verdict> {
  const { databaseUrl, store, projections, now, emailHash, onProgress } = options;
  const lock = await acquireLock(databaseUrl, LOCK);
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
    const erasures = await withPool(databaseUrl, (pool) =>
      checkErasures(pool, verifier.findErased(end), emailHash ?? null),
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
