import { Cell, type Shared } from './cell.ts';
import { difference, endStateOf, lookAtEverything } from './end-state.ts';
import { type Death, MortalProcess, runIn } from './mortal-process.ts';
import type { Scenario } from './scenario.ts';

/** What happens to the command or job in a cell: `never` asked for, asked for with a `death`, and `again` by who got no answer. */
interface Telling {
  readonly scenario: Scenario;
  readonly asked: 'never' | 'once';
  readonly death: Death | null;
  readonly again: boolean;
}

interface Told extends Telling {
  readonly cell: Cell;
  readonly process: MortalProcess;
  /** What came of the request that nobody died of, or of the repeated one. */
  readonly failure: unknown;
}

/** One crash point and what it came to. */
export interface Row {
  readonly scenario: string;
  /** The effect after (or before) which the process died. */
  readonly effect: string;
  readonly when: Death['when'];
  readonly again: boolean;
  /** A sentence, when all is right. */
  readonly outcome: string;
  /** What is wrong; empty when nothing is. */
  readonly wrong: readonly string[];
}

export const titleOf = ({ covers, case: story }: Scenario): string =>
  `${covers[0] ?? ''}${story === undefined ? '' : `: ${story}`}`;

const cellsAtOnce = 6;

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  await Promise.all(
    Array.from({ length: cellsAtOnce }, async () => {
      while (next < items.length) {
        const index = next;
        next += 1;
        const item = items[index];
        if (item !== undefined) results[index] = await work(item);
      }
    }),
  );
  return results;
}

async function tell(shared: Shared, telling: Telling): Promise<Told> {
  const { scenario, asked, death, again } = telling;
  const cell = new Cell(shared);
  const process = new MortalProcess(death);
  let failure: unknown = null;
  const act = await scenario.prepare(cell).catch((error: unknown) => {
    throw new Error(`${titleOf(scenario)} could not be prepared: ${describe(error)}`, { cause: error });
  });
  if (asked === 'once') {
    try {
      await runIn(process, act);
    } catch (error) {
      if (death === null) failure = error;
    }
    // Whoever asked again got no answer the first time.
    if (again) await runIn(new MortalProcess(), act).catch((error: unknown) => (failure = error));
  }
  return { ...telling, cell, process, failure };
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Tells every story without a fault, then once for each of its effects with the process dead at it, has the installation
 * restart and settle, and compares what each cell has come to.
 */
export async function tellCells(
  shared: Shared,
  scenarios: readonly Scenario[],
  { deaths, jobsAgain }: { deaths: readonly Death['when'][]; jobsAgain: boolean },
): Promise<Row[]> {
  const { studio } = shared;
  const whole = (scenario: Scenario, again: boolean): Telling => ({
    scenario,
    asked: 'once',
    death: null,
    again,
  });
  const wholes = await inTurns(scenarios, (scenario) => tell(shared, whole(scenario, false)));
  const unfit = wholes.flatMap(({ scenario, failure, process }) => {
    if (failure !== null) return [`${titleOf(scenario)} fails without any fault: ${describe(failure)}`];
    return process.effects.length === 0 ? [`${titleOf(scenario)} has no effect`] : [];
  });
  if (unfit.length > 0) throw new Error(unfit.join('\n'));
  const tellings = wholes.flatMap(({ scenario, process }): Telling[] => [
    { scenario, asked: 'never', death: null, again: false },
    ...(scenario.twice === undefined ? [] : [whole(scenario, true)]),
    ...process.effects.flatMap((_, index) =>
      deaths.flatMap((when) =>
        againsOf(scenario, jobsAgain).map((again) => ({
          scenario,
          asked: 'once' as const,
          death: { effect: index + 1, when },
          again,
        })),
      ),
    ),
  ]);
  const told = await inTurns(tellings, (telling) => tell(shared, telling));
  await studio.settle();
  const everything = await lookAtEverything(studio);
  const stateOf = async ({ cell, scenario }: Told) => [
    ...endStateOf(cell, everything),
    ...((await scenario.look?.(cell)) ?? []),
  ];

  const rows: Row[] = [];
  for (const { scenario, process, ...rest } of wholes) {
    const own = told.filter((one) => one.scenario === scenario);
    const never = own.find(({ asked }) => asked === 'never');
    const twice = own.find(({ asked, death }) => asked === 'once' && death === null);
    if (never === undefined) throw new Error('A telling is missing');
    const states = {
      once: await stateOf({ scenario, process, ...rest }),
      never: await stateOf(never),
      twice: twice === undefined ? null : await stateOf(twice),
    };
    for (const one of own) {
      if (one.death === null) continue;
      const effect = process.effects[one.death.effect - 1] ?? '';
      const { death, again } = one;
      const at = { scenario: titleOf(scenario), effect, when: death.when, again };
      rows.push({ ...at, ...judge(scenario, one, await stateOf(one), states) });
    }
  }
  return rows;
}

/** A job that was cut off comes again with the workers, so that it need not be asked for again besides. */
const againsOf = ({ covers }: Scenario, jobsAgain: boolean): readonly boolean[] =>
  covers[0]?.startsWith('job ') === true && !jobsAgain ? [false] : [false, true];

interface States {
  readonly once: readonly string[];
  readonly never: readonly string[];
  /** Null where asking twice is meant to be as asking once. */
  readonly twice: readonly string[] | null;
}

function judge(
  { exceptions = [], twice }: Scenario,
  { process, death, again, failure }: Told,
  state: readonly string[],
  states: States,
): Pick<Row, 'outcome' | 'wrong'> {
  if (!process.isDead && death?.when === 'after') return { outcome: '', wrong: ['the process did not die'] };
  const isSame = (other: readonly string[]) => difference(other, state).length === 0;
  if (isSame(states.once)) return { outcome: 'done, as without the crash', wrong: [] };
  if (!again && isSame(states.never)) return { outcome: 'as if never asked', wrong: [] };
  if (again && states.twice !== null && isSame(states.twice))
    return { outcome: `twice: ${twice}`, wrong: [] };
  const candidates = [states.once, ...(again ? [] : [states.never])];
  for (const candidate of candidates) {
    const left = difference(candidate, state);
    const reasons = left.map((line) => exceptions.find(({ lines }) => lines.test(line))?.because);
    if (reasons.every((reason) => reason !== undefined)) {
      return { outcome: [...new Set(reasons)].join('; '), wrong: [] };
    }
  }
  const wrong = candidates.map((candidate, index) =>
    [index === 0 ? 'to done:' : 'to never asked:', ...difference(candidate, state)].join('\n    '),
  );
  return { outcome: '', wrong: failure === null ? wrong : [...wrong, `the answer: ${describe(failure)}`] };
}
