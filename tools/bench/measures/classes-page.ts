import { londonDayIn } from '#tools/testing/open-classes.ts';
import { loadHttp } from '../load/http-load.ts';
import { type Figure, median, ratioFigure, whole } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Prepared } from '../servers/studio-server.ts';

const rounds = 3;
const requestsEach = 8_000;
const connections = 32;

async function measureRate(port: number, path: string): Promise<number> {
  const requests = Array.from({ length: requestsEach }, () => ({ method: 'GET' as const, path }));
  const { seconds, statuses } = await loadHttp({ port, connections, requests });
  if (statuses['200'] !== requestsEach) throw new Error(`Not all were answered: ${JSON.stringify(statuses)}`);
  return requestsEach / seconds;
}

/** (b) Compares `GET /api/classes` of a day with eight classes with a route that answers a constant of the same size. */
export async function measureClassesPage(studio: Child): Promise<Figure> {
  // The first sixty classes are two days ahead, so all eight are on one day.
  const { port } = await studio.ask<Prepared>({ kind: 'prepare', classes: 8, members: 0, passes: 0 });
  const path = `/api/classes?date=${londonDayIn(2)}`;
  const body = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const constant = await studio.ask<{ port: number }>({ kind: 'constant', body });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    ours.push(await measureRate(port, path));
    theirs.push(await measureRate(constant.port, '/constant'));
  }
  const ratios = ours.slice(1).map((one, index) => one / (theirs[index + 1] ?? Number.NaN));
  const detail = `${whole(median(ours.slice(1)))} against ${whole(median(theirs.slice(1)))} a second, ${whole(body.length)} bytes`;
  return ratioFigure(
    '(b) GET /api/classes, against a constant of the same size',
    ratios,
    { atLeast: 0.5 },
    detail,
  );
}
