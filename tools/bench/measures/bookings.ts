import { type LoadRequest, loadHttp } from '../load/http-load.ts';
import { type Figure, median, ratioFigure, whole } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const clients = 64;
const classes = 500;
const seats = 7;
const rounds = 3;

/** Every seat of every class is asked for once; which client asks for which is spread evenly. */
function requestsFor({ classIds, tokens }: Prepared): LoadRequest[] {
  const requests: LoadRequest[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    for (const [index, classId] of classIds.entries()) {
      const token = tokens[(index + seat * 9) % tokens.length];
      if (token !== undefined)
        requests.push({ method: 'POST', path: '/api/bookings', token, body: { classId } });
    }
  }
  return requests;
}

async function round(server: Child): Promise<number> {
  const prepared = await server.ask<Prepared>({ kind: 'prepare', classes, members: clients, passes: 100 });
  const requests = requestsFor(prepared);
  const { seconds, statuses } = await loadHttp({ port: prepared.port, connections: clients, requests });
  if (statuses['200'] !== requests.length)
    throw new Error(`Not all were booked: ${JSON.stringify(statuses)}`);
  return requests.length / seconds;
}

/** (a) Bookings per second, the product's and the plain service's in turn. */
export async function measureBookings(studio: Child, crud: Child): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    ours.push(await round(studio));
    theirs.push(await round(crud));
  }
  // The first round warms both up.
  const ratios = ours.slice(1).map((rate, index) => rate / (theirs[index + 1] ?? Number.NaN));
  const detail = `${whole(median(ours.slice(1)))} against ${whole(median(theirs.slice(1)))} a second`;
  return ratioFigure('(a) bookings, 64 clients, against CRUD with SELECT … FOR UPDATE', ratios, 1, detail);
}
