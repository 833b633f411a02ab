import { waitFor } from '#tools/testing/wait-for.ts';
import { type Figure, whole } from '../measure.ts';
import { type Child, startChild } from '../servers/child.ts';
import type { ConnectMessage, LoadMessage, LoadResult } from './load-generator.ts';
import type { PagesMessage, PagesReport } from './open-pages.ts';
import { startReleasePeer } from './release-peer.ts';
import {
  compareWithPeer,
  formatMs,
  listFaults,
  printCost,
  printLoad,
  type ReleasePair,
} from './release-report.ts';
import { ReleaseStudio } from './release-studio.ts';
import type { ReleaseTarget } from './release-target.ts';

export interface ReleaseOptions {
  readonly members: number;
  /** Pages of the studio that are open throughout and receive every change. */
  readonly pages: number;
  /** Bookings a second. */
  readonly rates: readonly number[];
  readonly seconds: number;
  /** Pairs of releases at each rate: the studio's, then the peer's. */
  readonly rounds: number;
}

const plan = { classesPerDay: 60, seats: 20 };
const passesPerMember = 60;
const warmUp = { rate: 30, seconds: 10 };

interface Load {
  readonly rate: number;
  readonly seconds: number;
}

/** Every member wants every class. No member tries the same class twice. */
function drawAttempts(
  classIds: readonly number[],
  members: number,
  count: number,
): [member: number, classId: number][] {
  const attempts: [number, number][] = [];
  const drawn = new Set<string>();
  while (attempts.length < count) {
    const member = Math.floor(Math.random() * members);
    const classId = classIds[Math.floor(Math.random() * classIds.length)];
    const key = `${member}/${classId}`;
    if (classId === undefined || drawn.has(key)) continue;
    drawn.add(key);
    attempts.push([member, classId]);
  }
  return attempts;
}

/** Releases a week and connects the members. Returns the load to apply. */
async function prepareLoad(
  generator: Child,
  target: ReleaseTarget,
  { rate, seconds }: Load,
): Promise<LoadMessage> {
  const { classIds, dates } = await target.release(plan);
  const { port, tokens } = target;
  await generator.ask<void>({ kind: 'connect', port, members: tokens.length } satisfies ConnectMessage);
  const attempts = drawAttempts(classIds, tokens.length, Math.ceil(rate * seconds * 1.2));
  return { kind: 'load', bookingsPerSecond: rate, seconds, tokens, attempts, dates };
}

async function releaseStudio(
  { studio, generator, pages }: { studio: ReleaseStudio; generator: Child; pages: Child },
  load: Load,
): Promise<LoadResult> {
  const message = await prepareLoad(generator, studio, load);
  const report = () => pages.ask<PagesReport>({ kind: 'report' } satisfies PagesMessage);
  await report();
  const before = studio.cpu();
  const result = await generator.ask<LoadResult>(message);
  const after = studio.cpu();
  const cpu = { node: after.node - before.node, postgres: after.postgres - before.postgres };
  printLoad(`studio: ${load.rate} bookings a second`, result);
  printCost({ cpu, pages: await report(), pendingJobs: await studio.countPendingJobs() }, result.seconds);
  // The emails of this release must not slow down the next one.
  await waitFor(async () => (await studio.countPendingJobs()) === 0, { timeout: 600_000, what: 'the jobs' });
  return result;
}

async function releasePeer(
  { peer, generator }: { peer: ReleaseTarget; generator: Child },
  load: Load,
): Promise<LoadResult> {
  const result = await generator.ask<LoadResult>(await prepareLoad(generator, peer, load));
  printLoad(`peer: ${load.rate} bookings a second`, result);
  return result;
}

async function measureReleases(
  studio: ReleaseStudio,
  peer: ReleaseTarget,
  generator: Child,
  pages: Child,
  options: ReleaseOptions,
): Promise<Figure[]> {
  const parts = { studio, peer, generator, pages };
  await pages.ask<PagesReport>({
    kind: 'open',
    port: studio.port,
    tokens: studio.tokens.slice(0, options.pages),
  } satisfies PagesMessage);
  const studioLoads = [await releaseStudio(parts, warmUp)];
  await releasePeer(parts, warmUp);
  const figures: Figure[] = [];
  for (const rate of options.rates) {
    const load = { rate, seconds: options.seconds };
    const pairs: ReleasePair[] = [];
    for (let round = 0; round < options.rounds; round += 1)
      pairs.push({ rate, studio: await releaseStudio(parts, load), peer: await releasePeer(parts, load) });
    figures.push(...compareWithPeer(pairs));
    studioLoads.push(...pairs.map((pair) => pair.studio));
  }
  const acknowledged = studioLoads.flatMap((load) =>
    load.acknowledged.map(([member, classId, bookingId]) => ({
      memberId: studio.memberIds[member] ?? '',
      classId,
      bookingId,
    })),
  );
  const findings = await studio.findFaults(acknowledged);
  console.log(`bookings stored but not acknowledged: ${findings.unacknowledged}`);
  return [...figures, ...listFaults(studioLoads, findings)];
}

/** (k) Releases a week at noon in the studio and, by turns on the same machine, in the CRUD peer under the same load. */
export async function measureRelease(options: ReleaseOptions): Promise<Figure[]> {
  const { members } = options;
  const startedAt = performance.now();
  const studio = await ReleaseStudio.start({ members, passes: passesPerMember });
  const peer = await startReleasePeer(studio.databaseUrl, { members, passes: passesPerMember });
  const generator = startChild(new URL('./load-generator.ts', import.meta.url), {});
  const pages = startChild(new URL('./open-pages.ts', import.meta.url), {});
  console.log(
    `${whole(members)} members each, created in ${formatMs(performance.now() - startedAt)}; each release is a week of ${7 * plan.classesPerDay} classes of ${plan.seats} seats`,
  );
  try {
    return await measureReleases(studio, peer, generator, pages, options);
  } finally {
    for (const child of [generator, pages, peer]) await child.stop().catch(() => {});
    await studio.stop();
    const log = studio.printed().trim();
    if (log !== '') console.log(`end of the studio's log:\n${log.slice(-3_000)}`);
  }
}
