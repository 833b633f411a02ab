import { loadHttp, percentile } from '../load/http-load.ts';
import type { Figure } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const rivals = 500;

/** (e) Measures the time until all of 500 concurrent requests for seven seats are answered. */
export async function measureRivals(studio: Child): Promise<Figure> {
  const { port, classIds, tokens } = await studio.ask<Prepared>({
    kind: 'prepare',
    classes: 1,
    members: rivals,
    passes: 1,
  });
  const requests = tokens.map((token) => ({
    method: 'POST' as const,
    path: '/api/bookings',
    token,
    body: { classId: classIds[0] },
  }));
  const { seconds, statuses, latencies } = await loadHttp({ port, connections: rivals, requests });
  if (statuses['200'] !== 7 || statuses['409'] !== rivals - 7) {
    throw new Error(`Unexpected answers: ${JSON.stringify(statuses)}`);
  }
  return {
    name: '(e) 500 rivals for 7 seats, to the last answer',
    measured: `${Math.round(seconds * 1000)} ms (median ${Math.round(percentile(latencies, 0.5))} ms; 7 booked, 493 refused as full)`,
    goal: '–',
    met: null,
  };
}
