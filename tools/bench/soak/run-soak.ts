import { createWriteStream } from 'node:fs';
import { millisecondsInHour } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { whole } from '../measure.ts';
import { readCpuSeconds } from '../process-cpu.ts';
import { countOpenFiles, readMemory } from '../process-memory.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { makeMembers } from '../studio/make-members.ts';
import { openSessions } from '../studio/open-sessions.ts';
import { fitTrend } from '../trend.ts';
import { Inspector } from './inspector.ts';
import { readTableSizes } from './table-sizes.ts';
import { Traffic } from './traffic.ts';

export interface SoakOptions {
  /** Measured time, after the warm-up. */
  readonly minutes: number;
  /** Fills the caches, at `warmUpFactor` times the rate. */
  readonly warmUpMinutes: number;
  readonly warmUpFactor: number;
  /** Commands a second; five reads come to each. */
  readonly perSecond: number;
  readonly members: number;
  /** File for the samples, one line of JSON each. */
  readonly samples?: string;
}

/** Number of stream states that a process caches (infra/event-store/decider-store.ts). */
const cachedStates = 10_000;
/** How long a day of the studio clock takes. */
const dayDurationMs = 60_000;
const sampleMs = 5_000;
/** Every sixth sample collects garbage and measures the heaps. */
const heapInterval = 6;
/** A rise in an hour below this share of the level counts as flat. */
const maxFlatShare = 0.05;

type Sample = Readonly<Record<string, number>>;

interface Point {
  /** Hours since the start of the measured time. */
  readonly hours: number;
  readonly sample: Sample;
}

/** Measures all quantities, in MiB unless the name says otherwise. Heaps are measured only with an inspector. */
async function takeSample(pid: number, inspector: Inspector | null): Promise<Sample> {
  const children = listProcessTree(pid).filter((other) => other !== pid);
  const postgres = await readMemory(children);
  const sample: Record<string, number> = {
    'Node, resident': (await readMemory([pid])).all,
    'Postgres, own, per process': postgres.anonymous / Math.max(1, children.length),
    'Postgres, own': postgres.anonymous,
    'Postgres, resident': postgres.all,
    'open files': await countOpenFiles(pid),
    'Postgres processes': children.length,
  };
  for (const { thread, heapUsed, external, handles, delayMs } of (await inspector?.measureThreads()) ?? []) {
    sample[`heap of ${thread}`] = heapUsed;
    sample[`external of ${thread}`] = external;
    sample[`handles of ${thread}`] = handles;
    sample[`loop delay of ${thread}, ms`] = delayMs;
  }
  return sample;
}

/**
 * Whether a quantity must not grow. Of Postgres only the own memory per process counts: its shared buffers fill up, and the number
 * of its processes depends on the pools.
 */
const mustBeFlat = (name: string) =>
  /^(Node, resident|Postgres, own, per process|open files|heap of |handles of |external of )/.test(name);

/** Prints a line for each quantity: level, rise in an hour, verdict. Returns whether all that must be flat are. */
function report(title: string, points: readonly Point[]): boolean {
  let isFlat = true;
  const names = new Set(points.flatMap(({ sample }) => Object.keys(sample)));
  console.log(`\n${title.padEnd(34)}${'level'.padStart(9)}${'an hour'.padStart(18)}   share`);
  for (const name of names) {
    const series = points.flatMap(({ hours, sample }): [number, number][] =>
      sample[name] === undefined ? [] : [[hours, sample[name]]],
    );
    if (series.length < 3) continue;
    const { level, slope, error } = fitTrend(series);
    const share = level === 0 ? 0 : slope / level;
    // A rise below 2 MiB or 2 sockets, or within two standard errors, is noise.
    const flat = share < maxFlatShare || slope < 2 || slope < 2 * error;
    if (mustBeFlat(name) && !flat) isFlat = false;
    const verdict = mustBeFlat(name) ? (flat ? 'flat' : 'GROWS') : '';
    const change = `${slope >= 0 ? '+' : ''}${slope.toFixed(1)} ± ${(2 * error).toFixed(1)}`;
    console.log(
      `${name.padEnd(34)}${level.toFixed(1).padStart(9)}${change.padStart(18)}${`${(share * 100).toFixed(1)}%`.padStart(8)}  ${verdict}`,
    );
  }
  return isFlat;
}

async function createMembers(runtime: Runtime<StudioEvent>, members: number): Promise<string[]> {
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

/** Runs the embedded studio under steady traffic for an hour, two months by its own clock, and reports what grows. */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const dataDir = await createDataDirectory('soak');
  const inspectorPort = await findFreePort();
  const studio = await startStudioProcess(dataDir, {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  const samples = options.samples === undefined ? null : createWriteStream(options.samples);
  const inspector = await Inspector.connect(inspectorPort);
  const runtime = await connectStudio(dataDir);
  try {
    const fillStartedAt = performance.now();
    const tokens = await createMembers(runtime, options.members);
    console.log(
      `${whole(options.members)} members in ${Math.round((performance.now() - fillStartedAt) / 1000)} s; process ${studio.pid}, data in ${dataDir}`,
    );
    const traffic = new Traffic({
      base: studio.base,
      tokens,
      perSecond: options.perSecond,
      // Three seats for every five requests, so that classes fill up and members join waiting lists.
      classesPerDay: Math.max(2, Math.round((options.perSecond * 60 * 0.6 * 0.6) / 7)),
    });
    await traffic.prepare();
    await traffic.fillCaches(cachedStates);
    for (let minute = 0; minute < options.warmUpMinutes; minute += 1) {
      await traffic.run(dayDurationMs, options.warmUpFactor);
      await traffic.startNextDay();
      console.log(`warming up: ${minute + 1} of ${options.warmUpMinutes} minutes`);
    }
    const before = await readTableSizes(runtime.backends);
    const cpuBefore = readCpuSeconds(listProcessTree(studio.pid));
    const startedAt = performance.now();
    const points: Point[] = [];
    const sampler = startSampler(async (count) => {
      const hours = (performance.now() - startedAt) / millisecondsInHour;
      const sample = await takeSample(studio.pid, count % heapInterval === 0 ? inspector : null);
      points.push({ hours, sample });
      samples?.write(`${JSON.stringify({ hours, ...sample })}\n`);
    });
    for (let minute = 0; minute < options.minutes; minute += 1) {
      const dayStartedAt = performance.now();
      await traffic.startNextDay();
      await traffic.run(Math.max(0, dayDurationMs - (performance.now() - dayStartedAt)));
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
    await sampler.stop();
    const hours = (performance.now() - startedAt) / millisecondsInHour;
    const cpu = readCpuSeconds(listProcessTree(studio.pid)) - cpuBefore;
    traffic.close();
    report('the whole time', points);
    // The caches are full by then, even if the warm-up was too short.
    const isFlat = report(
      'its second half',
      points.filter((point) => point.hours > hours / 2),
    );
    console.log(`\nprocessor: ${((cpu / hours / 3600) * 100).toFixed(1)}% of one core`);
    printGrowth(before, await readTableSizes(runtime.backends), hours);
    console.log('\nanswers:');
    for (const [what, count] of [...traffic.answers].sort()) console.log(`  ${what}: ${whole(count)}`);
    for (const [what, answer] of traffic.unexpected) console.log(`  UNEXPECTED ${what}: ${answer}`);
    console.log(isFlat ? '\nMemory is flat.' : '\nSomething GROWS.');
    return isFlat && traffic.unexpected.size === 0;
  } finally {
    await runtime.close();
    inspector.close();
    samples?.end();
    await studio.stop();
    const log = studio.printed().trim();
    if (log !== '') console.log(`end of the studio's log:\n${log.slice(-4_000)}`);
    await removeDataDirectory(dataDir);
  }
}

/** Takes samples at intervals until it is stopped. A slow sample delays the next. */
function startSampler(take: (count: number) => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const next = performance.now() + sampleMs;
      await take(count);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, next - performance.now()));
        stopping.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Prints the tables that grew most. Tables of events always grow. */
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
