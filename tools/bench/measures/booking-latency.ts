import { loadHttp, percentile } from '../load/http-load.ts';
import { type Figure, median, ratioFigure } from '../measure.ts';
import type { PeerBooking } from '../peers/peer-service.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const perSecond = 100;
const seconds = 10;
const rounds = 3;
/** The p99 may be this many times the peer's, because a booking also waits for the read models. */
const goal = 2;

/** Returns the latency of each booking at 100 a second, in milliseconds. */
async function measureRound(server: Child): Promise<readonly number[]> {
  const count = perSecond * seconds;
  const { port, classIds, tokens } = await server.ask<Prepared>({
    kind: 'prepare',
    classes: Math.ceil(count / 7),
    members: 50,
    passes: 100,
  });
  const requests = Array.from({ length: count }, (_, index) => ({
    method: 'POST' as const,
    path: '/api/bookings',
    token: tokens[(index + Math.floor(index / classIds.length) * 7) % tokens.length] ?? '',
    body: { classId: classIds[index % classIds.length], allowOverlap: true },
  }));
  const { latencies, statuses } = await loadHttp({ port, connections: 64, requests, perSecond });
  if (statuses['200'] !== count) throw new Error(`Not all were booked: ${JSON.stringify(statuses)}`);
  return latencies;
}

/** (c) Compares the p99 of a booking, which waits for the read models in the product, with both peers in turn. */
export async function measureBookingLatency(
  studio: Child,
  peers: Readonly<Record<PeerBooking, Child>>,
): Promise<Figure[]> {
  const p99s = { studio: [] as number[], transaction: [] as number[], function: [] as number[] };
  for (let count = 0; count <= rounds; count += 1) {
    const results = {
      studio: await measureRound(studio),
      transaction: await measureRound(peers.transaction),
      function: await measureRound(peers.function),
    };
    // The first round is a warm-up.
    if (count === 0) continue;
    p99s.studio.push(percentile(results.studio, 0.99));
    p99s.transaction.push(percentile(results.transaction, 0.99));
    p99s.function.push(percentile(results.function, 0.99));
  }
  const compare = (name: string, theirs: readonly number[]): Figure =>
    ratioFigure(
      `(c) booking to caught-up read model, 100 a second, p99, against ${name}`,
      p99s.studio.map((ours, index) => ours / (theirs[index] ?? Number.NaN)),
      { atMost: goal },
      `${median(p99s.studio).toFixed(1)} ms against ${median(theirs).toFixed(1)} ms`,
    );
  return [compare('CRUD', p99s.transaction), compare('one PL/pgSQL call', p99s.function)];
}
