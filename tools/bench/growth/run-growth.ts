import { z } from 'zod';
import { openClasses } from '#tools/testing/open-classes.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { percentile } from '../load/http-load.ts';
import { median, whole } from '../measure.ts';
import { type HeldMemory, heldBy } from '../process-memory.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { openSessions } from '../studio/open-sessions.ts';
import { keptStore, membersIn } from './kept-store.ts';

/** How growth is measured. */
export interface GrowthOptions {
  /** How many events the stores have, the smallest first. */
  readonly sizes: readonly number[];
  /** Starts of each. */
  readonly starts: number;
  /** Rounds of bookings, of all stores in turn. */
  readonly rounds: number;
}

const bookingsARound = 20;
const seats = 20;
/** What the largest may take more than the smallest, as the median of its rounds, and still be the same within noise. */
const sameWithin = 1.25;

const booked = z.object({ success: z.literal(true), bookingId: z.number() });

/** Milliseconds of what was measured of one store, round by round. */
interface Measured {
  readonly events: number;
  readonly starts: number[];
  readonly rest: HeldMemory[];
  readonly bookings: number[][];
  readonly reads: number[][];
}

interface Running {
  readonly measured: Measured;
  readonly process: StudioProcess;
  readonly members: readonly StudioClient[];
  readonly classIds: readonly number[];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** From the start of the process to its being ready, when every read model has caught up; in turns, since the machine's speed drifts. */
async function measureStarts(measured: readonly Measured[], dataDirs: readonly string[], rounds: number) {
  // The first start of each is a warm-up: Postgres reads its files.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { starts, rest }] of measured.entries()) {
      const began = performance.now();
      const studio = await startStudioProcess(dataDirs[index] ?? '');
      const took = performance.now() - began;
      const held = await heldBy(listProcessTree(studio.pid));
      await studio.stop();
      if (round === 0) continue;
      starts.push(took);
      rest.push(held);
    }
  }
}

/** As many members as the smallest store has, in all of them: who is seen a second time is quicker. */
async function open(
  measured: Measured,
  dataDir: string,
  { bookings, members }: { bookings: number; members: number },
): Promise<Running> {
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

/** One after another, members who have not been seen since the start book and look at what they have. */
async function bookRound({ measured, members, classIds }: Running, round: number): Promise<void> {
  const bookings: number[] = [];
  const reads: number[] = [];
  for (let count = 0; count < bookingsARound; count += 1) {
    const turn = round * bookingsARound + count;
    const member = members[turn % members.length];
    if (member === undefined) throw new Error('There are no members');
    const classId = classIds[Math.floor(turn / seats)];
    bookings.push(await timed(() => member.expect(booked, 'POST', '/api/bookings', { classId })));
    reads.push(await timed(() => member.call('GET', '/api/my-bookings')));
    reads.push(await timed(() => member.call('GET', '/api/user/passes')));
  }
  measured.bookings.push(bookings);
  measured.reads.push(reads);
}

const all = (memory: HeldMemory) => memory.all;
/** Without the buffers of Postgres: a larger store fills more of their 128 MiB, and never more than them. */
const own = ({ anonymous }: HeldMemory) => anonymous;
const flat = (rounds: readonly (readonly number[])[]) => rounds.flat();
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

/** The largest against the smallest, round by round. */
function ratio(measured: readonly Measured[], of: (one: Measured) => readonly number[]): number {
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) return Number.NaN;
  const base = of(first);
  return median(of(last).map((value, round) => value / (base[round] ?? Number.NaN)));
}

function print(measured: readonly Measured[]): boolean {
  const row = (name: string, of: (one: Measured) => string) =>
    console.log(`${name.padEnd(34)}${measured.map((one) => of(one).padStart(18)).join('')}`);
  row('events', ({ events }) => whole(events));
  row('start to ready, median', ({ starts }) => ms(median(starts)));
  row('  shortest to longest', ({ starts }) => `${ms(Math.min(...starts))} – ${ms(Math.max(...starts))}`);
  row('booking, median', ({ bookings }) => ms(percentile(flat(bookings), 0.5)));
  row('  99% within', ({ bookings }) => ms(percentile(flat(bookings), 0.99)));
  row('what they have, median', ({ reads }) => ms(percentile(flat(reads), 0.5)));
  row('memory at rest, median', ({ rest }) => `${Math.round(median(rest.map(own)))} MiB`);
  row(`  with Postgres's buffers and files`, ({ rest }) => `${Math.round(median(rest.map(all)))} MiB`);
  const medians = (rounds: readonly (readonly number[])[]) => rounds.map(median);
  const verdicts: [string, number][] = [
    ['start', ratio(measured, ({ starts }) => starts)],
    ['booking', ratio(measured, ({ bookings }) => medians(bookings))],
    ['what they have', ratio(measured, ({ reads }) => medians(reads))],
    ['memory at rest', ratio(measured, ({ rest }) => rest.map(own))],
  ];
  for (const [what, value] of verdicts) {
    const verdict = value < sameWithin ? 'the same within noise' : 'GROWS';
    console.log(`${what}: largest ÷ smallest ${value.toFixed(2)}, median of the rounds: ${verdict}`);
  }
  return verdicts.every(([, value]) => value < sameWithin);
}

/** Measures stores of growing size in turn, prints the table, and answers whether the largest is like the smallest. */
export async function runGrowth({ sizes, starts, rounds }: GrowthOptions): Promise<boolean> {
  const dataDirs: string[] = [];
  for (const events of sizes) {
    const began = performance.now();
    dataDirs.push(await keptStore(events));
    console.log(
      `${whole(events)} events are there after ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
  const measured = sizes.map(
    (events): Measured => ({ events, starts: [], rest: [], bookings: [], reads: [] }),
  );
  await measureStarts(measured, dataDirs, starts);
  const members = Math.min(1_000, ...sizes.map(membersIn));
  const running: Running[] = [];
  try {
    for (const [index, one] of measured.entries()) {
      const bookings = (rounds + 1) * bookingsARound;
      running.push(await open(one, dataDirs[index] ?? '', { bookings, members }));
    }
    for (let round = 0; round <= rounds; round += 1) for (const one of running) await bookRound(one, round);
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
