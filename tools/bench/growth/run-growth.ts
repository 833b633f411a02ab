import { z } from 'zod';
import { openClasses } from '#tools/testing/open-classes.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { percentile } from '../load/http-load.ts';
import { median, whole } from '../measure.ts';
import { type ProcessMemory, readMemory } from '../process-memory.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { openSessions } from '../studio/open-sessions.ts';
import { countMembersIn, getCachedStore } from './cached-store.ts';

export interface GrowthOptions {
  /** Numbers of events, the smallest first. */
  readonly sizes: readonly number[];
  /** Number of starts of each store. */
  readonly starts: number;
  /** Number of rounds of bookings; each covers all stores in turn. */
  readonly rounds: number;
}

const bookingsPerRound = 20;
const seats = 20;
/** A ratio of largest to smallest (median of the rounds) below this is noise. */
const noiseRatio = 1.25;

const bookingAnswer = z.object({ success: z.literal(true), bookingId: z.number() });

/** Measurements of one store, round by round; times in milliseconds. */
interface StoreMeasures {
  readonly events: number;
  readonly starts: number[];
  readonly rest: ProcessMemory[];
  readonly bookings: number[][];
  readonly reads: number[][];
}

interface RunningStore {
  readonly measured: StoreMeasures;
  readonly process: StudioProcess;
  readonly members: readonly StudioClient[];
  readonly classIds: readonly number[];
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures the time until a started process is ready, with all read models caught up. Stores take turns, since the machine's speed drifts. */
async function measureStarts(
  measured: readonly StoreMeasures[],
  dataDirs: readonly string[],
  rounds: number,
) {
  // The first start of each is a warm-up: Postgres reads its files.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { starts, rest }] of measured.entries()) {
      const startedAt = performance.now();
      const studio = await startStudioProcess(dataDirs[index] ?? '');
      const tookMs = performance.now() - startedAt;
      const memory = await readMemory(listProcessTree(studio.pid));
      await studio.stop();
      if (round === 0) continue;
      starts.push(tookMs);
      rest.push(memory);
    }
  }
}

/** Starts a studio with as many members in use as the smallest store has, because repeated requests of a member are faster. */
async function startStore(
  measured: StoreMeasures,
  dataDir: string,
  { bookings, members }: { bookings: number; members: number },
): Promise<RunningStore> {
  const process = await startStudioProcess(dataDir);
  const runtime = await connectStudio(dataDir);
  const { rows } = await runtime.pool.query<{ id: string }>('SELECT id FROM users ORDER BY id LIMIT $1', [
    members,
  ]);
  const memberIds = rows.map(({ id }) => id);
  const tokens = await openSessions(runtime, memberIds);
  await runtime.close();
  const admin = await new StudioClient(process.base).staff('admin');
  const classIds = await openClasses(admin, Math.ceil(bookings / seats), seats);
  return {
    measured,
    process,
    members: tokens.map((token) => new StudioClient(process.base, token)),
    classIds,
  };
}

/** Lets members book and read their bookings and passes one after another, each for the first time since the start. */
async function runBookingRound({ measured, members, classIds }: RunningStore, round: number): Promise<void> {
  const bookings: number[] = [];
  const reads: number[] = [];
  for (let count = 0; count < bookingsPerRound; count += 1) {
    const turn = round * bookingsPerRound + count;
    const member = members[turn % members.length];
    if (member === undefined) throw new Error('There are no members');
    const classId = classIds[Math.floor(turn / seats)];
    bookings.push(
      await measureTime(() =>
        member.expect(bookingAnswer, 'POST', '/api/bookings', { classId, allowOverlap: true }),
      ),
    );
    reads.push(await measureTime(() => member.call('GET', '/api/my-bookings')));
    reads.push(await measureTime(() => member.call('GET', '/api/user/passes')));
  }
  measured.bookings.push(bookings);
  measured.reads.push(reads);
}

const all = (memory: ProcessMemory) => memory.all;
/** Excludes the buffers of Postgres, of which a larger store fills more, up to 128 MiB. */
const own = ({ anonymous }: ProcessMemory) => anonymous;
const flat = (rounds: readonly (readonly number[])[]) => rounds.flat();
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

/** Compares the largest store with the smallest, round by round. */
function computeRatio(
  measured: readonly StoreMeasures[],
  of: (one: StoreMeasures) => readonly number[],
): number {
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) return Number.NaN;
  const base = of(first);
  return median(of(last).map((value, round) => value / (base[round] ?? Number.NaN)));
}

function print(measured: readonly StoreMeasures[]): boolean {
  const row = (name: string, of: (one: StoreMeasures) => string) =>
    console.log(`${name.padEnd(34)}${measured.map((one) => of(one).padStart(18)).join('')}`);
  row('events', ({ events }) => whole(events));
  row('start to ready, median', ({ starts }) => ms(median(starts)));
  row('  shortest to longest', ({ starts }) => `${ms(Math.min(...starts))} – ${ms(Math.max(...starts))}`);
  row('booking, median', ({ bookings }) => ms(percentile(flat(bookings), 0.5)));
  row('  p99', ({ bookings }) => ms(percentile(flat(bookings), 0.99)));
  row('own bookings and passes, median', ({ reads }) => ms(percentile(flat(reads), 0.5)));
  row('memory at rest, median', ({ rest }) => `${Math.round(median(rest.map(own)))} MiB`);
  row(`  with Postgres's buffers and files`, ({ rest }) => `${Math.round(median(rest.map(all)))} MiB`);
  const medians = (rounds: readonly (readonly number[])[]) => rounds.map(median);
  const verdicts: [string, number][] = [
    ['start', computeRatio(measured, ({ starts }) => starts)],
    ['booking', computeRatio(measured, ({ bookings }) => medians(bookings))],
    ['own bookings and passes', computeRatio(measured, ({ reads }) => medians(reads))],
    ['memory at rest', computeRatio(measured, ({ rest }) => rest.map(own))],
  ];
  for (const [what, value] of verdicts) {
    const verdict = value < noiseRatio ? 'the same within noise' : 'GROWS';
    console.log(`${what}: largest ÷ smallest ${value.toFixed(2)}, median of the rounds: ${verdict}`);
  }
  return verdicts.every(([, value]) => value < noiseRatio);
}

/** Measures stores of growing size in turn, prints the table, and returns whether the largest is like the smallest. */
export async function runGrowth({ sizes, starts, rounds }: GrowthOptions): Promise<boolean> {
  const dataDirs: string[] = [];
  for (const events of sizes) {
    const startedAt = performance.now();
    dataDirs.push(await getCachedStore(events));
    console.log(
      `${whole(events)} events are stored after ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
  }
  const measured = sizes.map(
    (events): StoreMeasures => ({ events, starts: [], rest: [], bookings: [], reads: [] }),
  );
  await measureStarts(measured, dataDirs, starts);
  const members = Math.min(1_000, ...sizes.map(countMembersIn));
  const running: RunningStore[] = [];
  try {
    for (const [index, one] of measured.entries()) {
      const bookings = (rounds + 1) * bookingsPerRound;
      running.push(await startStore(one, dataDirs[index] ?? '', { bookings, members }));
    }
    for (let round = 0; round <= rounds; round += 1)
      for (const one of running) await runBookingRound(one, round);
  } finally {
    for (const { process } of running) await process.stop();
  }
  for (const { bookings, reads } of measured) {
    // The first round warms up.
    bookings.shift();
    reads.shift();
  }
  return print(measured);
}
