import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { LogEnd } from '../event-store/log-end.ts';
import type { HealthCheck } from './health-server.ts';
import { type Lag, readProgress } from './read-progress.ts';

/** Less than the 3 s after which the container's health check gives up. */
const TIMEOUT_MS = 1_500;
/** A longer lag is degraded; a command waits for 2 s. */
const DEGRADED_SECONDS = 30;

const describeLag = ({ events, seconds }: Lag) => ({
  lagEvents: events,
  lagSeconds: Math.round(seconds * 10) / 10,
});

/** Returns a function that checks the lag of each read model and the reactors, unless the event store is unavailable. */
export function createProgressChecks(pool: Pool, end: LogEnd): () => Promise<HealthCheck[]> {
  const unknown: HealthCheck[] = [
    {
      name: 'event-store',
      ok: false,
      detail: 'The event store does not answer; no lag is known.',
    },
  ];
  const check = async (): Promise<HealthCheck[]> => {
    const { projections, reactors } = await readProgress(pool, end);
    const checks: HealthCheck[] = projections.map(({ name, poison, lag }) => ({
      name: `read-model ${name}`,
      ok: poison === null && lag.seconds < DEGRADED_SECONDS,
      ...describeLag(lag),
      ...(poison === null
        ? {}
        : { detail: `An event of type ${poison.type} stopped it (${poison.eventId}).` }),
    }));
    if (reactors !== null) {
      checks.push({ name: 'reactors', ok: reactors.seconds < DEGRADED_SECONDS, ...describeLag(reactors) });
    }
    return checks;
  };
  return () => Promise.race([check().catch(() => unknown), delay(TIMEOUT_MS, unknown, { ref: false })]);
}
