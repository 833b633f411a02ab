import { type Figure, median, ratioFigure, whole } from '../measure.ts';
import type { LoadResult } from './load-generator.ts';
import { readsPerBooking } from './member-traffic.ts';
import type { PagesReport } from './open-pages.ts';
import type { Cpu, Findings } from './release-studio.ts';

/** A first guess, to be set anew once there are measurements of several machines: how many times the peer's latency. */
const latencyGoal = 2;
/** A first guess too: as many requests a second as the peer, but for the randomness of arrivals. */
const throughputGoal = 0.95;

/** One release of the studio and the peer's release right after it. */
export interface ReleasePair {
  readonly rate: number;
  readonly studio: LoadResult;
  readonly peer: LoadResult;
}

/** What a release of the studio cost beside its answers. */
export interface StudioCost {
  readonly cpu: Cpu;
  readonly pages: PagesReport;
  readonly pendingJobs: number;
}

/** All but an answer with 200, an unchanged one (304), and a booking refused because its class is full (409). */
const failedAnswers = ({ answers }: LoadResult) =>
  Object.entries(answers).filter(([answer]) => !/ (200|304)$|^booking 409$/.test(answer));

const countFailures = (load: LoadResult) => failedAnswers(load).reduce((sum, [, count]) => sum + count, 0);

const requestsPerSecond = ({ bookings, reads, seconds }: LoadResult) =>
  (bookings.count + reads.count) / seconds;

export const formatMs = (value: number) =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`;

const formatCores = (seconds: number, of: number) => `${Math.round((seconds / of) * 100)}%`;

export function printLoad(name: string, load: LoadResult): void {
  const { paths, bookings, reads, seconds, refusals, pending, unseen, skipped } = load;
  const codes = Object.entries(refusals).map(([code, count]) => `${code} ${whole(count)}`);
  const failures = failedAnswers(load).map(([answer, count]) => `; ${answer} × ${count}`);
  const latencies = ({ median: half, p99, max }: LoadResult['paths']) =>
    `median ${formatMs(half)}, p99 ${formatMs(p99)}, max ${formatMs(max)}`;
  console.log(
    [
      name,
      `  bookings sent ${whole(bookings.count)}, booked ${whole(load.acknowledged.length)}, refused ${codes.join(', ') || 'none'}; pending ${pending}, not seen by the next read ${unseen}`,
      `  skipped, since every member was waiting: ${whole(skipped.bookings)} bookings, ${whole(skipped.reads)} reads`,
      `  path: ${latencies(paths)}; booking: ${latencies(bookings)}; read: ${latencies(reads)}`,
      `  ${whole(requestsPerSecond(load))} requests a second over ${seconds.toFixed(0)} s; failed: ${countFailures(load)}${failures.join('')}`,
      `  generator: ${formatCores(load.cpuSeconds, seconds)} of a core, event loop delay ${formatMs(load.loopDelayMs)} (p99)`,
    ].join('\n'),
  );
}

export function printCost({ cpu, pages, pendingJobs }: StudioCost, seconds: number): void {
  console.log(
    `  of a core: Node ${formatCores(cpu.node, seconds)}, Postgres ${formatCores(cpu.postgres, seconds)}; ${whole(pages.open)} open pages received ${whole(pages.changes / seconds)} changes a second; jobs pending ${whole(pendingJobs)}`,
  );
}

/** The studio's latencies and throughput as ratios to the peer's, at one rate. */
export function compareWithPeer(pairs: readonly ReleasePair[]): Figure[] {
  const rate = pairs[0]?.rate ?? 0;
  const compare = (
    what: string,
    goal: Parameters<typeof ratioFigure>[2],
    read: (load: LoadResult) => number,
    format: (value: number) => string,
  ) =>
    ratioFigure(
      `(k) release at noon, ${rate} bookings and ${whole(rate * readsPerBooking)} reads a second: ${what}, against CRUD`,
      pairs.map(({ studio, peer }) => read(studio) / read(peer)),
      goal,
      `${format(median(pairs.map(({ studio }) => read(studio))))} against ${format(median(pairs.map(({ peer }) => read(peer))))}`,
    );
  return [
    compare("a member's path, median", { atMost: latencyGoal }, ({ paths }) => paths.median, formatMs),
    compare("a member's path, p99", { atMost: latencyGoal }, ({ paths }) => paths.p99, formatMs),
    compare('requests a second', { atLeast: throughputGoal }, requestsPerSecond, whole),
  ];
}

/** What must be zero or empty, whatever the machine. */
export function listFaults(loads: readonly LoadResult[], findings: Findings): Figure[] {
  const none = (what: string, count: number): Figure => ({
    name: `(k) ${what}`,
    measured: whole(count),
    goal: '0',
    met: count === 0,
  });
  const sum = (read: (load: LoadResult) => number) => loads.reduce((total, load) => total + read(load), 0);
  return [
    none('requests that failed, but for full classes', sum(countFailures)),
    none('oversold classes', findings.oversold),
    none('acknowledged bookings that were lost', findings.lost),
    none(
      "bookings not seen by their member's next read",
      sum(({ unseen }) => unseen),
    ),
    {
      name: '(k) verification of the whole store',
      measured: findings.verification ?? 'holds',
      goal: 'holds',
      met: findings.verification === null,
    },
  ];
}
