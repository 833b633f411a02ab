import { performance } from 'node:perf_hooks';
import { waitFor } from '#tools/testing/wait-for.ts';
import { whole } from '../measure.ts';
import { type Child, startChild } from '../servers/child.ts';
import type { ComingIn, Rush, RushResult } from './generator.ts';
import type { Heard, PagesMessage } from './open-pages.ts';
import { type Cpu, ReleaseStudio } from './release-studio.ts';

/** How a release is simulated. */
export interface ReleaseOptions {
  readonly members: number;
  /** Pages that are open all the time and hear of every change. */
  readonly pages: number;
  /** Bookings a second of the peaks, each for so many seconds. */
  readonly rates: readonly number[];
  readonly seconds: number;
  /** Whether to look for the highest rate that holds, after the peaks. */
  readonly findLimit: boolean;
}

const classesADay = 60;
const seatsAClass = 20;
const passesEach = 60;
const goalMs = 250;
const goalRate = 134;
const warmUpRate = 30;
const warmUpSeconds = 10;
const limitSeconds = 15;
/** The search goes up by this factor from what held, and ends after so many steps at the latest. */
const limitStep = 1.25;
const limitSteps = 6;

interface Phase {
  readonly name: string;
  readonly rate: number;
  readonly result: RushResult;
  readonly heard: Heard;
  readonly cpu: Cpu;
  readonly jobsLeft: number;
}

const failures = ({ answers }: RushResult) =>
  Object.entries(answers)
    .filter(([what]) => / 5\d\d$|: /.test(what))
    .reduce((sum, [, count]) => sum + count, 0);

/** Every member wants every class; each asks for another one each time. */
function wishesFor(classIds: readonly number[], members: number, count: number): [number, number][] {
  const wishes: [number, number][] = [];
  const seen = new Set<string>();
  while (wishes.length < count) {
    const member = Math.floor(Math.random() * members);
    const classId = classIds[Math.floor(Math.random() * classIds.length)];
    const key = `${member}/${classId}`;
    if (classId === undefined || seen.has(key)) continue;
    seen.add(key);
    wishes.push([member, classId]);
  }
  return wishes;
}

async function phase(
  { studio, generator, pages }: { studio: ReleaseStudio; generator: Child; pages: Child },
  { name, rate, seconds }: { name: string; rate: number; seconds: number },
): Promise<Phase> {
  const { classIds, dates } = await studio.release({ classesADay, seats: seatsAClass });
  const people = studio.tokens.length;
  await generator.ask<void>({ kind: 'come in', port: studio.port, people } satisfies ComingIn);
  await pages.ask<Heard>({ kind: 'heard' } satisfies PagesMessage);
  const before = studio.cpu();
  const result = await generator.ask<RushResult>({
    kind: 'rush',
    perSecond: rate,
    seconds,
    tokens: studio.tokens,
    wishes: wishesFor(classIds, people, Math.ceil(rate * seconds * 1.2)),
    dates,
  } satisfies Rush);
  const heard = await pages.ask<Heard>({ kind: 'heard' } satisfies PagesMessage);
  const after = studio.cpu();
  const cpu = { node: after.node - before.node, postgres: after.postgres - before.postgres };
  return { name, rate, result, heard, cpu, jobsLeft: await studio.jobsLeft() };
}

const ms = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`);
const share = (seconds: number, of: number) => `${Math.round((seconds / of) * 100)}%`;

function print({ name, rate, result, heard, cpu, jobsLeft }: Phase): void {
  const { booked, bookings, reads, seconds, refusals, pending, unseen, unasked } = result;
  const codes = Object.entries(refusals)
    .map(([code, count]) => `${code} ${whole(count)}`)
    .join(', ');
  const broken = Object.entries(result.answers).filter(([what]) => / 5\d\d$|: /.test(what));
  console.log(
    [
      `${name}: ${rate} bookings and ${whole(rate * 20)} reads a second`,
      `  asked ${whole(bookings.count)}, booked ${whole(booked.count)}, refused ${codes === '' ? 'none' : codes}; pending ${pending}, not seen at once ${unseen}`,
      ...(unasked.bookings + unasked.reads === 0
        ? []
        : [
            `  not asked, since all members were waiting for an answer: ${whole(unasked.bookings)} bookings, ${whole(unasked.reads)} reads`,
          ]),
      `  booking: median ${ms(bookings.median)}, 99% within ${ms(bookings.p99)}, longest ${ms(bookings.max)}   (booked alone: ${ms(booked.median)}, ${ms(booked.p99)})`,
      `  reads: median ${ms(reads.median)}, 99% within ${ms(reads.p99)}, longest ${ms(reads.max)}, ${whole(reads.count / seconds)} a second over ${seconds.toFixed(0)} s`,
      `  errors (5xx, broken): ${failures(result)}${broken.map(([what, count]) => `; ${what} × ${count}`).join('')}`,
      `  of a core: Node ${share(cpu.node, seconds)}, Postgres ${share(cpu.postgres, seconds)}, generator ${share(result.processor, seconds)} (late by ${ms(result.lateness)}), ${whole(heard.open)} open pages ${share(heard.processor, seconds)} (told ${whole(heard.changes / seconds)} changes a second)`,
      `  jobs left at the end: ${whole(jobsLeft)}`,
    ].join('\n'),
  );
}

const holds = ({ result }: Phase) =>
  result.bookings.p99 < goalMs && failures(result) === 0 && result.unasked.bookings === 0;

/** Simulates releases at noon, prints what was seen, and answers whether all that must hold did. */
export async function runRelease(options: ReleaseOptions): Promise<boolean> {
  const { members, rates, seconds } = options;
  const began = performance.now();
  const studio = await ReleaseStudio.start({ members, passes: passesEach });
  const generator = startChild(new URL('./generator.ts', import.meta.url), {});
  const pages = startChild(new URL('./open-pages.ts', import.meta.url), {});
  const parts = { studio, generator, pages };
  const acknowledged: { memberId: string; classId: number; bookingId: number }[] = [];
  const all: Phase[] = [];
  const run = async (name: string, rate: number, length: number) => {
    const one = await phase(parts, { name, rate, seconds: length });
    for (const [member, classId, bookingId] of one.result.acknowledged)
      acknowledged.push({ memberId: studio.memberIds[member] ?? '', classId, bookingId });
    all.push(one);
    print(one);
    // The emails of one release are not to weigh on the next.
    const emailing = performance.now();
    await waitFor(async () => (await studio.jobsLeft()) === 0, { timeout: 600_000, what: 'the jobs' });
    if (one.jobsLeft > 0) console.log(`  and done ${ms(performance.now() - emailing)} later`);
    return one;
  };
  try {
    await pages.ask<Heard>({
      kind: 'open',
      port: studio.port,
      tokens: studio.tokens.slice(0, options.pages),
    } satisfies PagesMessage);
    console.log(
      `${whole(members)} members with passes and sessions, made in ${ms(performance.now() - began)}; a week of ${7 * classesADay} classes of ${seatsAClass} is released at noon each time`,
    );
    await run('warm-up', warmUpRate, warmUpSeconds);
    for (const rate of rates) await run('release', rate, seconds);
    if (options.findLimit) {
      const goalHeld = all.some((one) => one.rate === goalRate && one.name === 'release' && holds(one));
      let best: number | null = goalHeld ? goalRate : null;
      let rate = goalHeld ? goalRate * limitStep : goalRate / limitStep ** 3;
      for (let step = 0; step < limitSteps; step += 1) {
        if (!holds(await run('limit?', Math.round(rate), limitSeconds))) break;
        best = Math.round(rate);
        rate *= limitStep;
      }
      console.log(
        best === null
          ? `LIMIT: below ${Math.round(rate)} bookings a second here`
          : `LIMIT: ${best} bookings and ${whole(best * 20)} reads a second are held here, 99% within ${goalMs} ms and without an error`,
      );
    }
    const findings = await studio.examine(acknowledged);
    console.log(
      `afterwards: oversold ${findings.oversold}, acknowledged and lost ${findings.lost}, kept and not acknowledged ${findings.unasked}; whole store: ${findings.verification ?? 'nothing found'}`,
    );
    const atGoal = all.find(({ name, rate }) => name === 'release' && rate === goalRate);
    const releases = all.filter(({ name }) => name === 'release');
    const verdicts: [string, boolean][] = [
      ['zero 5xx in the releases', releases.every(({ result }) => failures(result) === 0)],
      ['zero oversell', findings.oversold === 0],
      ['nothing acknowledged is lost', findings.lost === 0],
      ['whoever was answered sees it', all.every(({ result }) => result.unseen === 0)],
      ['the whole store holds', findings.verification === null],
    ];
    if (atGoal !== undefined)
      verdicts.push([
        `99% of bookings within ${goalMs} ms at ${goalRate} a second (${ms(atGoal.result.bookings.p99)})`,
        atGoal.result.bookings.p99 < goalMs && atGoal.result.unasked.bookings === 0,
      ]);
    for (const [what, met] of verdicts) console.log(`${met ? 'met  ' : 'SHORT'}  ${what}`);
    return verdicts.every(([, met]) => met);
  } finally {
    await generator.stop().catch(() => {});
    await pages.stop().catch(() => {});
    await studio.stop();
    const said = studio.printed().trim();
    if (said !== '') console.log(`the studio's log, its end:\n${said.slice(-3_000)}`);
  }
}
