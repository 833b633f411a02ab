import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { LogEnd } from '../event-store/log-end.ts';
import type { HealthCheck } from './health-server.ts';
import { type Lag, readStanding } from './standing.ts';

/** Who asks for the health waits no longer than 3 s. */
const PATIENCE_MS = 1_500;
/** What is further behind is worth a look; a command waits for 2 s. */
const BEHIND_SECONDS = 30;

const behind = ({ events, seconds }: Lag) => ({
  lagEvents: events,
  lagSeconds: Math.round(seconds * 10) / 10,
});

/** Says where each read model and the reactors stand; that it can't be said when the event store does not answer. */
export function standingChecks(pool: Pool, end: LogEnd): () => Promise<HealthCheck[]> {
  const unknown: HealthCheck[] = [
    {
      name: 'event-store',
      ok: false,
      detail: 'It does not answer; how far anything is behind is not known.',
    },
  ];
  const look = async (): Promise<HealthCheck[]> => {
    const { projections, reactors } = await readStanding(pool, end);
    const checks: HealthCheck[] = projections.map(({ name, poison, lag }) => ({
      name: `read-model ${name}`,
      ok: poison === null && lag.seconds < BEHIND_SECONDS,
      ...behind(lag),
      ...(poison === null
        ? {}
        : { detail: `An event of type ${poison.type} stopped it (${poison.eventId}).` }),
    }));
    if (reactors !== null) {
      checks.push({ name: 'reactors', ok: reactors.seconds < BEHIND_SECONDS, ...behind(reactors) });
    }
    return checks;
  };
  return () => Promise.race([look().catch(() => unknown), delay(PATIENCE_MS, unknown, { ref: false })]);
}
