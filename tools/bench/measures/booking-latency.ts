import { loadHttp, percentile } from '../load/http-load.ts';
import type { Figure } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const perSecond = 100;
const seconds = 20;
const goalMs = 25;

/** (c) From a booking's request to its answer, which comes when the read models show it, at 100 bookings a second. */
export async function measureBookingLatency(studio: Child): Promise<Figure> {
  const count = perSecond * seconds;
  const { port, classIds, tokens } = await studio.ask<Prepared>({
    kind: 'prepare',
    classes: Math.ceil(count / 7),
    members: 50,
    passes: 100,
  });
  const requests = Array.from({ length: count }, (_, index) => ({
    method: 'POST' as const,
    path: '/api/bookings',
    token: tokens[(index + Math.floor(index / classIds.length) * 7) % tokens.length] ?? '',
    body: { classId: classIds[index % classIds.length] },
  }));
  const { latencies, statuses } = await loadHttp({ port, connections: 64, requests, perSecond });
  if (statuses['200'] !== count) throw new Error(`Not all were booked: ${JSON.stringify(statuses)}`);
  const p99 = percentile(latencies, 0.99);
  return {
    name: '(c) booking to caught-up read model, 100 a second, p99',
    measured: `${p99.toFixed(1)} ms (median ${percentile(latencies, 0.5).toFixed(1)} ms)`,
    goal: `< ${goalMs} ms`,
    met: p99 < goalMs,
  };
}
