import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsInHour } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { whole } from '../measure.ts';
import { cpuSecondsOf } from '../process-cpu.ts';
import { heldBy, openFiles } from '../process-memory.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { makeMembers } from '../studio/make-members.ts';
import { openSessions } from '../studio/open-sessions.ts';
import { trendOf } from '../trend.ts';
import { Inspector } from './inspector.ts';
import { tableSizes } from './table-sizes.ts';
import { Traffic } from './traffic.ts';

/** How a soak is run. */
export interface SoakOptions {
  /** Of the measured time, after the warm-up. */
  readonly minutes: number;
  /** Until caches are as full as they get: at `warmUpFactor` times the rate. */
  readonly warmUpMinutes: number;
  readonly warmUpFactor: number;
  /** Commands a second; five reads come to each. */
  readonly perSecond: number;
  readonly members: number;
  /** Where each sample goes as a line of JSON; nowhere when absent. */
  readonly samples?: string;
}

/** How many streams' states a process keeps (infra/event-store/decider-store.ts). */
const statesKept = 10_000;
/** One day of the studio clock. */
const dayMs = 60_000;
const sampleMs = 5_000;
/** Every so many samples garbage is collected and the heaps are looked at. */
const heapEvery = 6;
/** A rise below this share of the level in an hour is flat. */
const flatShare = 0.05;

type Sample = Readonly<Record<string, number>>;

interface Point {
  /** Hours since the measured time began. */
  readonly hours: number;
  readonly sample: Sample;
}

/** Everything that is watched, MiB unless its name says otherwise. Heaps only when they are asked for. */
async function sampleOf(pid: number, inspector: Inspector | null): Promise<Sample> {
  const children = listProcessTree(pid).filter((other) => other !== pid);
  const postgres = await heldBy(children);
  const sample: Record<string, number> = {
    'Node, held': (await heldBy([pid])).all,
    'Postgres, own, a process': postgres.anonymous / Math.max(1, children.length),
    'Postgres, own': postgres.anonymous,
    'Postgres, held': postgres.all,
    'open files': await openFiles(pid),
    'Postgres processes': children.length,
  };
  for (const { thread, heapUsed, external, handles, delayMs } of (await inspector?.threads()) ?? []) {
    sample[`heap of ${thread}`] = heapUsed;
    sample[`external of ${thread}`] = external;
    sample[`handles of ${thread}`] = handles;
    sample[`loop delay of ${thread}, ms`] = delayMs;
  }
  return sample;
}

/**
 * What must not grow. Postgres fills its shared buffers, which is what they are for, and has as many processes as pools have
 * connections just then: what one of them has of its own counts.
 */
const mustBeFlat = (name: string) =>
  /^(Node, held|Postgres, own, a process|open files|heap of |handles of |external of )/.test(name);

/** One line a quantity: level, rise in an hour, verdict. Answers whether all that must be flat is. */
function report(what: string, points: readonly Point[]): boolean {
  let isFlat = true;
  const names = new Set(points.flatMap(({ sample }) => Object.keys(sample)));
  console.log(`\n${what.padEnd(34)}${'level'.padStart(9)}${'an hour'.padStart(18)}   share`);
  for (const name of names) {
    const series = points.flatMap(({ hours, sample }): [number, number][] =>
      sample[name] === undefined ? [] : [[hours, sample[name]]],
    );
    if (series.length < 3) continue;
    const { level, slope, error } = trendOf(series);
    const share = level === 0 ? 0 : slope / level;
    // Below a handful neither sockets nor MiB tell anything; nor does what may be chance.
    const flat = share < flatShare || slope < 2 || slope < 2 * error;
    if (mustBeFlat(name) && !flat) isFlat = false;
    const verdict = mustBeFlat(name) ? (flat ? 'flat' : 'GROWS') : '';
    const change = `${slope >= 0 ? '+' : ''}${slope.toFixed(1)} ± ${(2 * error).toFixed(1)}`;
    console.log(
      `${name.padEnd(34)}${level.toFixed(1).padStart(9)}${change.padStart(18)}${`${(share * 100).toFixed(1)}%`.padStart(8)}  ${verdict}`,
    );
  }
  return isFlat;
}

async function fill(runtime: Runtime<StudioEvent>, members: number): Promise<string[]> {
  const memberIds = await makeMembers(runtime, { members, passes: 10, now: new Date() });
  await waitFor(
    async () => {
      const { rows } = await runtime.pool.query<{ count: number }>('SELECT count(*) FROM wallet_lots');
      return rows[0]?.count === members;
    },
    { timeout: 600_000, what: 'the read models' },
  );
  return openSessions(runtime, memberIds);
}

/** Runs the embedded studio under a steady life for an hour, two months by its own clock, and says what of it grows. */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soak-'));
  const inspectorPort = await findFreePort();
  const studio = await startStudioProcess(dataDir, {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  const samples = options.samples === undefined ? null : createWriteStream(options.samples);
  const inspector = await Inspector.connect(inspectorPort);
  const runtime = await connectStudio(dataDir);
  try {
    const filling = performance.now();
    const tokens = await fill(runtime, options.members);
    console.log(
      `${whole(options.members)} members in ${Math.round((performance.now() - filling) / 1000)} s; process ${studio.pid}, data in ${dataDir}`,
    );
    const traffic = new Traffic({
      base: studio.base,
      tokens,
      perSecond: options.perSecond,
      // Three seats to every five that are asked for, so that classes fill up and lines form.
      classesADay: Math.max(2, Math.round((options.perSecond * 60 * 0.6 * 0.6) / 7)),
    });
    await traffic.prepare();
    await traffic.fillCaches(statesKept);
    for (let minute = 0; minute < options.warmUpMinutes; minute += 1) {
      await traffic.run(dayMs, options.warmUpFactor);
      await traffic.nextDay();
      console.log(`warming up: ${minute + 1} of ${options.warmUpMinutes} minutes`);
    }
    const before = await tableSizes(runtime.backends);
    const cpuBefore = cpuSecondsOf(listProcessTree(studio.pid));
    const began = performance.now();
    const points: Point[] = [];
    const watch = watching(async (count) => {
      const hours = (performance.now() - began) / millisecondsInHour;
      const sample = await sampleOf(studio.pid, count % heapEvery === 0 ? inspector : null);
      points.push({ hours, sample });
      samples?.write(`${JSON.stringify({ hours, ...sample })}\n`);
    });
    for (let minute = 0; minute < options.minutes; minute += 1) {
      const day = performance.now();
      await traffic.nextDay();
      await traffic.run(Math.max(0, dayMs - (performance.now() - day)));
      if (minute % 5 === 4) {
        const last = points.findLast(({ sample }) => sample['heap of main'] !== undefined)?.sample ?? {};
        console.log(
          `${minute + 1} min: ${Object.entries(last)
            .filter(([name]) => mustBeFlat(name))
            .map(([name, value]) => `${name} ${value.toFixed(0)}`)
            .join(', ')}`,
        );
      }
    }
    await watch.stop();
    const hours = (performance.now() - began) / millisecondsInHour;
    const cpu = cpuSecondsOf(listProcessTree(studio.pid)) - cpuBefore;
    traffic.close();
    report('the whole time', points);
    // Caches are full by then, whatever the warm-up left open.
    const isFlat = report(
      'its second half',
      points.filter((point) => point.hours > hours / 2),
    );
    console.log(`\nprocessor: ${((cpu / hours / 3600) * 100).toFixed(1)}% of one core`);
    printGrowth(before, await tableSizes(runtime.backends), hours);
    console.log('\nanswers:');
    for (const [what, count] of [...traffic.answers].sort()) console.log(`  ${what}: ${whole(count)}`);
    for (const [what, said] of traffic.surprises) console.log(`  UNEXPECTED ${what}: ${said}`);
    console.log(isFlat ? '\nMemory is flat.' : '\nSomething GROWS.');
    return isFlat && traffic.surprises.size === 0;
  } finally {
    await runtime.close();
    inspector.close();
    samples?.end();
    await studio.stop();
    const said = studio.printed().trim();
    if (said !== '') console.log(`the studio's log, its end:\n${said.slice(-4_000)}`);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Takes samples until it is stopped; one that takes long delays the next. */
function watching(take: (count: number) => Promise<void>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const loop = async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const next = performance.now() + sampleMs;
      await take(count);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, next - performance.now()));
        ending.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };
  const running = loop();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** The tables that grew most. Events, and what is kept of each, grow for ever: that is what they are for. */
function printGrowth(
  before: ReadonlyMap<string, { bytes: number; rows: number }>,
  after: ReadonlyMap<string, { bytes: number; rows: number }>,
  hours: number,
): void {
  const grown = [...after]
    .map(([name, { bytes, rows }]) => {
      const old = before.get(name) ?? { bytes: 0, rows: 0 };
      return { name, bytes, rows, byBytes: (bytes - old.bytes) / hours, byRows: (rows - old.rows) / hours };
    })
    .sort((a, b) => b.byBytes - a.byBytes)
    .slice(0, 15);
  console.log('\ntables that grew most, an hour:');
  for (const { name, bytes, rows, byBytes, byRows } of grown) {
    const kb = (value: number) => `${whole(value / 1024)} KiB`;
    console.log(
      `  ${name.padEnd(44)} +${kb(byBytes)}, +${whole(byRows)} rows (now ${kb(bytes)}, ${whole(rows)} rows)`,
    );
  }
}
