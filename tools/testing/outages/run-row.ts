import { z } from 'zod';
import { waitFor } from '../wait-for.ts';
import { type Asked, ask } from './ask.ts';
import { commands, type StudioCommand, type Trial } from './commands.ts';
import { type Reading, reads } from './reads.ts';
import type { World } from './world.ts';

/** How long after the part is back everything may take to be well again; connections without a sign are noticed within 15 s. */
const healsWithinMs = 60_000;

/** What becomes of one command, or one read, in one outage. */
export interface Cell {
  /** As it was answered while the outage lasted: `done`, `503`, or what should not be. */
  readonly answered: string;
  /** What happened in the end; null for a read. */
  readonly outcome: string | null;
  /** What is wrong; null when nothing is. */
  readonly fault: string | null;
}

export interface Row {
  readonly outage: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

export interface Outage {
  /** `event store gone`. */
  readonly name: string;
  /** Breaks it, at once or when so much has been asked of it. */
  strike(): Promise<void>;
  /** The part comes back; nobody restarts anything. */
  mend(): Promise<void>;
  /** Which reads must go on meanwhile: all, those that need no events, or none. */
  readonly readsGoOn: 'all' | 'without events' | 'none';
  /** Whether commands must be carried out at once, as if nothing were wrong: the part is not needed to answer. */
  readonly commandsGoOn: boolean | ReadonlySet<string>;
}

const answerOf = ({ status, code }: Asked): string =>
  status < 300 && status > 0 ? 'done' : status === 503 ? '503' : `${status} ${code ?? ''}`.trim();

/** While the part is away: success, or "come back later". Once it is back: success, or that it was done before. */
const mayAnswer = (asked: Asked): string | null => {
  if (asked.fault !== null) return asked.fault;
  return asked.status < 300 || asked.status === 503 ? null : `answered ${answerOf(asked)}`;
};

/** The same command again until it is answered other than 503. */
async function giveUntilAnswered(trial: Trial): Promise<Asked> {
  return waitFor(
    async () => {
      const asked = await trial.give();
      return asked.status !== 503 && asked.status !== 0 && asked;
    },
    { timeout: healsWithinMs, what: 'the command to be answered' },
  );
}

/** What is wrong with what was done in the end; null when it was done exactly once. */
async function settle(
  command: StudioCommand,
  trial: Trial,
  first: Asked,
): Promise<{ outcome: string; fault: string | null }> {
  const again = first.status < 300 && first.status > 0 ? null : await giveUntilAnswered(trial);
  const refused = again !== null && again.status >= 300;
  if (refused && !(again.code !== null && command.saysDone.includes(again.code))) {
    return { outcome: answerOf(again), fault: `asked again it was refused: ${answerOf(again)}` };
  }
  let times: number | null = null;
  try {
    await waitFor(
      async () => {
        times = await trial.done();
        return times === 1 || times === null;
      },
      { timeout: healsWithinMs, what: `${command.name} to be done once` },
    );
  } catch {
    return { outcome: `done ${times} times`, fault: `done ${times} times` };
  }
  const outcome = again === null ? 'done' : refused ? 'was done' : 'done when asked again';
  return { outcome, fault: null };
}

/** Gives every command, and reads all there is to read, while the outage lasts; then has it mended and sees what became of each. */
export async function runRow(world: World, outage: Outage): Promise<Row> {
  const trials: { command: StudioCommand; trial: Trial }[] = [];
  // A few at a time, and again when a busy machine was too slow: all is well yet, so nothing is told by it.
  const waiting = [...commands];
  const prepareSome = async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      const { prepare } = command;
      const trial = await waitFor(() => prepare(world), { timeout: 120_000, what: command.name });
      trials.push({ command, trial });
    }
  };
  await Promise.all(Array.from({ length: 4 }, prepareSome));
  const readers = await waitFor(() => reads(world), { timeout: 120_000 });
  await outage.strike();
  const [given, seen] = await Promise.all([
    Promise.all(trials.map(async ({ command, trial }) => ({ command, trial, first: await trial.give() }))),
    Promise.all(readers.map(async (reading) => ({ reading, first: await reading.read() }))),
  ]);
  await outage.mend();

  const cells = await Promise.all([
    ...given.map(async ({ command, trial, first }): Promise<[string, Cell]> => {
      const { outcome, fault } = await settle(command, trial, first);
      const stopped = goesOn(outage, command) && answerOf(first) !== 'done' ? 'should have gone on' : null;
      return [
        command.name,
        { answered: answerOf(first), outcome, fault: mayAnswer(first) ?? stopped ?? fault },
      ];
    }),
    ...seen.map(async ({ reading, first }): Promise<[string, Cell]> => {
      const stopped = readsOn(outage, reading) && answerOf(first) !== 'done' ? 'should have gone on' : null;
      const healed = await waitFor(async () => (await reading.read()).status === 200, {
        timeout: healsWithinMs,
      }).then(
        () => null,
        () => 'did not come back',
      );
      const answered = answerOf(first);
      return [reading.name, { answered, outcome: null, fault: mayAnswer(first) ?? stopped ?? healed }];
    }),
  ]);
  const order = commands.map(({ name }) => name);
  const place = ([name]: [string, Cell]) => (order.includes(name) ? order.indexOf(name) : order.length);
  return { outage: outage.name, cells: new Map(cells.toSorted((one, other) => place(one) - place(other))) };
}

const goesOn = ({ commandsGoOn }: Outage, { name }: StudioCommand): boolean =>
  commandsGoOn === true || (commandsGoOn !== false && commandsGoOn.has(name));

const readsOn = ({ readsGoOn }: Outage, { needsEvents }: Reading): boolean =>
  readsGoOn === 'all' || (readsGoOn === 'without events' && !needsEvents);

const outbox = z.array(z.object({ to: z.string(), kind: z.string(), subject: z.string(), text: z.string() }));

/**
 * Waits until everyone who signed up was welcomed, which takes the store, the reactors, the queue and the mail; then tells which
 * mails went out more than once, or not at all.
 */
export async function mailFaults({ studio, addresses }: World): Promise<string[]> {
  const counts = async () => {
    const { body } = await ask(
      { base: studio.sandboxOrigin, headers: {} },
      'GET',
      '/sandbox/outbox.json?limit=100000',
    );
    const seen = new Map<string, number>();
    for (const { to, kind, subject, text } of outbox.parse(body)) {
      // Two bookings have two confirmations, of other words.
      const mail = kind === 'welcome' ? `${to} welcome` : [to, kind, subject, text].join(' ');
      seen.set(mail, (seen.get(mail) ?? 0) + 1);
    }
    return seen;
  };
  const missing = async () => {
    const seen = await counts();
    return addresses.filter((address) => !seen.has(`${address} welcome`));
  };
  // A job that met an outage comes again after about as long as the outage was.
  await waitFor(async () => (await missing()).length === 0, { timeout: 300_000 }).catch(() => {});
  const twice = [...(await counts())].filter(([, times]) => times > 1);
  return [
    ...(await missing()).map((address) => `${address} was not welcomed`),
    ...twice.map(([mail, times]) => `${times} times: ${mail.slice(0, 200)}`),
  ];
}
