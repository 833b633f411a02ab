import { isPostgresUnavailable } from '#infra/postgres/unavailable.ts';
import { Cell, type Shared, Unavailable } from './cell.ts';
import { CrashableProcess, type CrashPoint, runInProcess } from './crashable-process.ts';
import { describeEndState, readInstallationState } from './end-state.ts';
import { type CompletedRun, type EndStates, judgeRun, type Run } from './judge-run.ts';
import type { Scenario } from './scenario.ts';

/** One crash point and its outcome. */
export interface Row {
  readonly scenario: string;
  readonly effect: string;
  /** Whether the process crashed before or after the effect. */
  readonly when: CrashPoint['when'];
  /** Whether the client repeated its request. */
  readonly repeated: boolean;
  /** Empty when something is wrong. */
  readonly outcome: string;
  readonly wrong: readonly string[];
}

const concurrentRuns = 6;
/** Of a run that the machine is too slow for. */
const mostTries = 4;

const titleOf = ({ covers, case: variant }: Scenario): string =>
  `${covers[0] ?? ''}${variant === undefined ? '' : `: ${variant}`}`;

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const remaining = items.entries();
  await Promise.all(
    Array.from({ length: concurrentRuns }, async () => {
      for (const [index, item] of remaining) results[index] = await work(item);
    }),
  );
  return results;
}

/** The machine was too slow for a request's deadline, or for a connection to Postgres, which says nothing about a crash. */
class Overload extends Error {
  override readonly name = 'Overload';
}

/** @throws Overload */
async function executeOnce(shared: Shared, run: Run): Promise<CompletedRun> {
  const { scenario, requests, crash } = run;
  const fail = (what: string, cause: unknown): never => {
    const isOverload = cause instanceof Unavailable || isPostgresUnavailable(cause);
    throw new (isOverload ? Overload : Error)(`${titleOf(scenario)} ${what}: ${getMessage(cause)}`, {
      cause,
    });
  };
  const cell = new Cell(shared);
  const process = new CrashableProcess(crash);
  const act = await scenario.prepare(cell).catch((error) => fail('could not be prepared', error));
  const request = (by: CrashableProcess): Promise<unknown> =>
    runInProcess(by, act).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Unavailable && !by.hasCrashed) fail('was not answered', error);
        return error;
      },
    );
  const first = requests > 0 ? await request(process) : null;
  const second = requests > 1 ? await request(new CrashableProcess()) : null;
  const failure = second ?? (crash === null ? first : null);
  return { ...run, cell, process, failure: failure === null ? null : getMessage(failure) };
}

async function execute(shared: Shared, run: Run, tries = mostTries): Promise<CompletedRun> {
  try {
    return await executeOnce(shared, run);
  } catch (error) {
    if (!(error instanceof Overload) || tries === 1) throw error;
    return execute(shared, run, tries - 1);
  }
}

/** Runs every scenario without a crash. Throws when one fails or has no effect. */
async function executeWithoutCrash(shared: Shared, scenarios: readonly Scenario[]): Promise<CompletedRun[]> {
  const runs = await mapConcurrently(scenarios, (scenario) =>
    execute(shared, { scenario, requests: 1, crash: null }),
  );
  const problems = runs.flatMap(({ scenario, failure, process }) => {
    if (failure !== null) return [`${titleOf(scenario)} fails without a crash: ${failure}`];
    return process.effects.length === 0 ? [`${titleOf(scenario)} has no effect`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return runs;
}

/** The runs to compare with one that did not crash: without a request, repeated where that may act twice, and with each crash. */
function planRuns(
  { scenario, process }: CompletedRun,
  { crashTimes, repeatJobs }: { crashTimes: readonly CrashPoint['when'][]; repeatJobs: boolean },
): Run[] {
  // Workers repeat a job that was cut off, so no request has to be repeated.
  const isJob = scenario.covers[0]?.startsWith('job ') === true;
  const requestCounts = isJob && !repeatJobs ? [1] : [1, 2];
  return [
    { scenario, requests: 0, crash: null },
    ...(scenario.repeatReason === undefined ? [] : [{ scenario, requests: 2, crash: null }]),
    ...process.effects.flatMap((_, index) =>
      crashTimes.flatMap((when) =>
        requestCounts.map((requests) => ({ scenario, requests, crash: { effect: index + 1, when } })),
      ),
    ),
  ];
}

/**
 * Runs every scenario without a crash, then once for each of its effects with a crash there. Restarts and settles the
 * installation, and compares the end states.
 */
export async function runScenarios(
  shared: Shared,
  scenarios: readonly Scenario[],
  options: { crashTimes: readonly CrashPoint['when'][]; repeatJobs: boolean },
): Promise<Row[]> {
  const completeRuns = await executeWithoutCrash(shared, scenarios);
  const otherRuns = await mapConcurrently(
    completeRuns.flatMap((run) => planRuns(run, options)),
    (run) => execute(shared, run),
  );
  await shared.studio.settle();
  const installation = await readInstallationState(shared.studio);
  const readState = async ({ cell, scenario }: CompletedRun) => [
    ...describeEndState(cell, installation),
    ...((await scenario.readExtraState?.(cell)) ?? []),
  ];

  const rows: Row[] = [];
  for (const complete of completeRuns) {
    const { scenario, process } = complete;
    const runs = otherRuns.filter((run) => run.scenario === scenario);
    const none = runs.find(({ requests }) => requests === 0);
    const repeated = runs.find(({ requests, crash }) => requests === 2 && crash === null);
    if (none === undefined) throw new Error('The run without a request is missing');
    const states: EndStates = {
      complete: await readState(complete),
      notRequested: await readState(none),
      repeated: repeated === undefined ? null : await readState(repeated),
    };
    for (const run of runs) {
      if (run.crash === null) continue;
      rows.push({
        scenario: titleOf(scenario),
        effect: process.effects[run.crash.effect - 1] ?? '',
        when: run.crash.when,
        repeated: run.requests > 1,
        ...judgeRun(run, await readState(run), states),
      });
    }
  }
  return rows;
}
