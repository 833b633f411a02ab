import { waitFor } from '../wait-for.ts';
import { commands } from './commands.ts';
import { createReads, type Read } from './reads.ts';
import type { RequestResult } from './send-request.ts';
import type { StudioCommand, Trial } from './studio-command.ts';
import type { TestWorld } from './test-world.ts';

/** Everything must work again this long after the repair. A half-open connection alone is noticed after 15 s. */
const recoveryTimeoutMs = 60_000;

/** The result of one command or read in one outage. */
export interface Cell {
  /** The answer during the outage: `done`, `503`, or an unexpected one. */
  readonly answered: string;
  /** The final state; null for a read. */
  readonly outcome: string | null;
  /** What is wrong; null when nothing is. */
  readonly fault: string | null;
}

export interface Row {
  readonly outage: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

export interface Outage {
  /** `event store unreachable`. */
  readonly name: string;
  /** Starts the fault, now or after some traffic. */
  startFault(): Promise<void>;
  /** Ends the fault. Nothing is restarted. */
  repair(): Promise<void>;
  /** Which reads must succeed during the outage. */
  readonly readsContinue: 'all' | 'without events' | 'none';
  /** Which commands must succeed during the outage, because they do not need the part. */
  readonly commandsContinue: boolean | ReadonlySet<string>;
}

const isSuccess = (status: number) => status > 0 && status < 300;

const describeAnswer = ({ status, code }: RequestResult): string =>
  isSuccess(status) ? 'done' : status === 503 ? '503' : `${status} ${code ?? ''}`.trim();

/** Returns what is wrong with an answer during an outage, where only success and 503 are right. */
function findAnswerFault(result: RequestResult): string | null {
  if (result.fault !== null) return result.fault;
  return result.status < 300 || result.status === 503 ? null : `answered ${describeAnswer(result)}`;
}

/** Repeats a command until the answer is other than 503. */
async function sendUntilAnswered(trial: Trial): Promise<RequestResult> {
  return waitFor(
    async () => {
      const result = await trial.send();
      return result.status !== 503 && result.status !== 0 && result;
    },
    { timeout: recoveryTimeoutMs, what: 'the command to be answered' },
  );
}

/** Repeats a command that was not answered, and checks that it takes effect exactly once. */
async function findOutcome(
  command: StudioCommand,
  trial: Trial,
  first: RequestResult,
): Promise<{ outcome: string; fault: string | null }> {
  const repeated = isSuccess(first.status) ? null : await sendUntilAnswered(trial);
  const isRefused = repeated !== null && repeated.status >= 300;
  if (isRefused && !(repeated.code !== null && command.alreadyDoneCodes.includes(repeated.code))) {
    const answer = describeAnswer(repeated);
    return { outcome: answer, fault: `the repeated request was refused: ${answer}` };
  }
  let effects: number | null = null;
  try {
    await waitFor(
      async () => {
        effects = await trial.countEffects();
        return effects === 1 || effects === null;
      },
      { timeout: recoveryTimeoutMs, what: `${command.name} to take effect once` },
    );
  } catch {
    return { outcome: `done ${effects} times`, fault: `done ${effects} times` };
  }
  const outcome = repeated === null ? 'done' : isRefused ? 'was done' : 'done when repeated';
  return { outcome, fault: null };
}

const mustContinue = ({ commandsContinue }: Outage, { name }: StudioCommand): boolean =>
  commandsContinue === true || (commandsContinue !== false && commandsContinue.has(name));

const mustContinueReading = ({ readsContinue }: Outage, { needsEvents }: Read): boolean =>
  readsContinue === 'all' || (readsContinue === 'without events' && !needsEvents);

const preparationTimeout = { timeout: 120_000 };

/** Prepares the commands four at a time, and again after a timeout on a busy machine: there is no outage yet. */
async function prepareTrials(world: TestWorld): Promise<{ command: StudioCommand; trial: Trial }[]> {
  const trials: { command: StudioCommand; trial: Trial }[] = [];
  const remaining = commands.values();
  const prepareSome = async () => {
    for (const command of remaining) {
      const trial = await waitFor(() => command.prepare(world), {
        ...preparationTimeout,
        what: command.name,
      });
      trials.push({ command, trial });
    }
  };
  await Promise.all(Array.from({ length: 4 }, prepareSome));
  return trials;
}

/** Sends every command and read during the outage, ends it, and checks the outcome of each. */
export async function runRow(world: TestWorld, outage: Outage): Promise<Row> {
  const trials = await prepareTrials(world);
  const reads = await waitFor(() => createReads(world), preparationTimeout);
  await outage.startFault();
  const [sent, seen] = await Promise.all([
    Promise.all(trials.map(async ({ command, trial }) => ({ command, trial, first: await trial.send() }))),
    Promise.all(reads.map(async (read) => ({ read, first: await read.send() }))),
  ]);
  await outage.repair();

  const createCell = (
    first: RequestResult,
    isExpected: boolean,
    outcome: string | null,
    finalFault: string | null,
  ): Cell => {
    const answered = describeAnswer(first);
    const stopped = isExpected && answered !== 'done' ? 'should have continued' : null;
    return { answered, outcome, fault: findAnswerFault(first) ?? stopped ?? finalFault };
  };
  const cells = await Promise.all([
    ...sent.map(async ({ command, trial, first }): Promise<[string, Cell]> => {
      const { outcome, fault } = await findOutcome(command, trial, first);
      return [command.name, createCell(first, mustContinue(outage, command), outcome, fault)];
    }),
    ...seen.map(async ({ read, first }): Promise<[string, Cell]> => {
      const recovered = await waitFor(async () => (await read.send()).status === 200, {
        timeout: recoveryTimeoutMs,
      }).then(
        () => null,
        () => 'did not recover',
      );
      return [read.name, createCell(first, mustContinueReading(outage, read), null, recovered)];
    }),
  ]);
  const order = commands.map(({ name }) => name);
  const place = ([name]: [string, Cell]) => (order.includes(name) ? order.indexOf(name) : order.length);
  return { outage: outage.name, cells: new Map(cells.toSorted((one, other) => place(one) - place(other))) };
}
