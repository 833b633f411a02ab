import { type LoadRequest, loadHttp } from '../load/http-load.ts';
import { type Figure, median, ratioFigure, whole } from '../measure.ts';
import type { PeerBooking } from '../peers/peer-service.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const clients = 64;
const classes = 500;
const seats = 7;
const rounds = 3;

/** Creates one request for each seat of each class, spread evenly over the clients. */
function createRequests({ classIds, tokens }: Prepared): LoadRequest[] {
  const requests: LoadRequest[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    for (const [index, classId] of classIds.entries()) {
      const token = tokens[(index + seat * 9) % tokens.length];
      if (token !== undefined)
        requests.push({
          method: 'POST',
          path: '/api/bookings',
          token,
          body: { classId, allowOverlap: true },
        });
    }
  }
  return requests;
}

async function measureRound(server: Child): Promise<number> {
  const prepared = await server.ask<Prepared>({ kind: 'prepare', classes, members: clients, passes: 100 });
  const requests = createRequests(prepared);
  const { seconds, statuses } = await loadHttp({ port: prepared.port, connections: clients, requests });
  if (statuses['200'] !== requests.length)
    throw new Error(`Not all were booked: ${JSON.stringify(statuses)}`);
  return requests.length / seconds;
}

/** (a) Measures bookings a second of the product and both peers in turn. */
export async function measureBookings(
  studio: Child,
  peers: Readonly<Record<PeerBooking, Child>>,
): Promise<Figure[]> {
  const ours: number[] = [];
  const theirs: Record<PeerBooking, number[]> = { transaction: [], function: [] };
  for (let count = 0; count <= rounds; count += 1) {
    ours.push(await measureRound(studio));
    theirs.transaction.push(await measureRound(peers.transaction));
    theirs.function.push(await measureRound(peers.function));
  }
  // The first round is a warm-up.
  const rates = ours.slice(1);
  const compare = (name: string, peerRates: readonly number[], goal: number) =>
    ratioFigure(
      `(a) bookings, 64 clients, against ${name}`,
      rates.map((rate, index) => rate / (peerRates[index] ?? Number.NaN)),
      { atLeast: goal },
      `${whole(median(rates))} against ${whole(median(peerRates))} a second`,
    );
  return [
    compare('CRUD with SELECT … FOR UPDATE', theirs.transaction.slice(1), 1),
    compare('one PL/pgSQL call', theirs.function.slice(1), 0.5),
  ];
}
