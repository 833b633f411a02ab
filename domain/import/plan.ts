import type { Steps } from '../steps.ts';
import type { ImportFileKind, ImportSum } from './events.ts';
import type { LotLine, MemberLine, RefusedLine } from './read-lines.ts';

/** A lot to grant, as an import's work keeps it. */
export interface PlannedLot {
  readonly file: 'passes' | 'memberships';
  readonly row: number;
  readonly passId: number | null;
  readonly passName: string;
  /** What is left of `classes`. */
  readonly passes: number;
  readonly classes: number;
  /** The value of what is left. */
  readonly pricePence: number;
  /** London days. */
  readonly begins: string | null;
  readonly expires: string;
}

/** One person with everything that the files have of them. */
export interface PlannedPerson {
  readonly email: string;
  /** The line of members.csv; null for a person who is in the other files only, and has an account. */
  readonly member: {
    readonly row: number;
    readonly name: string;
    readonly phone: string;
    readonly newsletter: boolean;
  } | null;
  readonly lots: readonly PlannedLot[];
}

export interface ImportPlan {
  readonly people: readonly PlannedPerson[];
  readonly created: number;
  readonly merged: number;
  /** By file and line. */
  readonly refused: readonly RefusedLine[];
  /** Lines that are brought over all the same. */
  readonly warnings: readonly RefusedLine[];
  readonly sums: readonly ImportSum[];
  /** Names of passes and plans that the studio does not have. */
  readonly unknownNames: readonly string[];
}

/** What the studio has already. */
export interface PlanSurroundings {
  readonly passes: readonly { readonly id: number; readonly name: string; readonly classes: number }[];
  readonly plans: readonly { readonly name: string; readonly passes: number }[];
  /** The studio's name of a pass or plan by the one in the files. */
  readonly names: Readonly<Record<string, string>>;
  /** Members by address in lower case. */
  readonly accounts: ReadonlyMap<string, { readonly memberId: string; readonly name: string }>;
  /** Whether a member has a lot with these facts that came with an earlier import. */
  readonly hasBrought: (memberId: string, lot: PlannedLot) => boolean;
  /** London. */
  readonly today: string;
}

export interface ReadLines {
  readonly members: readonly MemberLine[];
  readonly lots: readonly LotLine[];
  readonly refused: readonly RefusedLine[];
}

/** A person's lots are granted by one append, which has a limit. */
const MOST_LOTS = 200;

const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Adds up lots by pass, in the order of their names. */
export function sumLots(
  lots: readonly { readonly passName: string; readonly passes: number; readonly pricePence: number }[],
): ImportSum[] {
  const sums = new Map<string, ImportSum>();
  for (const { passName: name, passes, pricePence } of lots) {
    const sum = sums.get(name) ?? { name, lots: 0, passes: 0, pence: 0 };
    sum.lots += 1;
    sum.passes += passes;
    sum.pence += pricePence;
    sums.set(name, sum);
  }
  return [...sums.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const fileOrder: readonly ImportFileKind[] = ['members', 'passes', 'memberships'];
const byPlace = (one: RefusedLine, other: RefusedLine) =>
  fileOrder.indexOf(one.file) - fileOrder.indexOf(other.file) || one.line - other.line;

class Planner {
  readonly #around: PlanSurroundings;
  readonly #members: ReadonlyMap<string, MemberLine>;
  readonly #passes: ReadonlyMap<string, PlanSurroundings['passes'][number]>;
  readonly #plans: ReadonlyMap<string, PlanSurroundings['plans'][number]>;
  readonly #names: ReadonlyMap<string, string>;
  readonly unknownNames = new Set<string>();

  constructor(members: readonly MemberLine[], around: PlanSurroundings) {
    this.#around = around;
    this.#members = new Map(members.map((member) => [member.email.toLowerCase(), member]));
    this.#passes = new Map(around.passes.map((pass) => [fold(pass.name), pass]));
    this.#plans = new Map(around.plans.map((plan) => [fold(plan.name), plan]));
    this.#names = new Map(Object.entries(around.names).map(([from, to]) => [fold(from), fold(to)]));
  }

  /** The lot of a line, or why there is none. */
  plan(line: LotLine): PlannedLot | string {
    const isPass = line.file === 'passes';
    const { today, accounts } = this.#around;
    const key = line.email.toLowerCase();
    if (!this.#members.has(key) && !accounts.has(key))
      return 'No line of members.csv and no account has this email address.';
    const name = this.#names.get(fold(line.name)) ?? fold(line.name);
    const pass = isPass ? this.#passes.get(name) : undefined;
    const plan = isPass ? undefined : this.#plans.get(name);
    const found = pass ?? plan;
    if (found === undefined) {
      this.unknownNames.add(line.name);
      return `The studio has no ${isPass ? 'pass' : 'plan'} of this name.`;
    }
    const classes = line.classes ?? Math.max(pass?.classes ?? plan?.passes ?? 0, line.remaining);
    if (line.remaining === 0) return 'No classes are left on it.';
    if (line.remaining > classes) return 'More classes are left than it had.';
    if (line.expires < today) return `It ended on ${line.expires}.`;
    if (line.begins !== null && line.begins > today) return 'It begins in the future.';
    if (line.begins !== null && line.begins > line.expires) return 'It ends before it begins.';
    return {
      ...{ file: line.file, row: line.line, passId: pass?.id ?? null, passName: found.name },
      ...{ passes: line.remaining, classes, begins: line.begins, expires: line.expires },
      pricePence: Math.floor(((line.pricePence ?? 0) * line.remaining) / classes),
    };
  }

  /** What staff should check although the line is brought over. */
  *findWarnings(lot: PlannedLot, email: string): Generator<RefusedLine> {
    const account = this.#around.accounts.get(email.toLowerCase());
    if (account !== undefined && this.#around.hasBrought(account.memberId, lot))
      yield {
        ...{ file: lot.file, line: lot.row },
        reason: 'This member already has a pass with the same date and numbers from an earlier file.',
      };
  }
}

type LotsByEmail = Map<string, { email: string; lots: PlannedLot[] }>;

/** Finds the lots of each address, and adds to `refused` why lines have none. */
function* collectLots(
  planner: Planner,
  lines: readonly LotLine[],
  { refused, warnings }: { refused: RefusedLine[]; warnings: RefusedLine[] },
): Steps<LotsByEmail> {
  const byEmail: LotsByEmail = new Map();
  for (const line of lines) {
    yield;
    const key = line.email.toLowerCase();
    const known = byEmail.get(key) ?? { email: line.email, lots: [] };
    const lot =
      known.lots.length < MOST_LOTS
        ? planner.plan(line)
        : `More than ${MOST_LOTS} lines are this person’s, and the first of them are brought over.`;
    if (typeof lot === 'string') {
      refused.push({ file: line.file, line: line.line, reason: lot });
      continue;
    }
    known.lots.push(lot);
    byEmail.set(key, known);
    warnings.push(...planner.findWarnings(lot, line.email));
  }
  return byEmail;
}

/** Decides what becomes of each line. */
export function* planImport(
  { members, lots, refused }: ReadLines,
  around: PlanSurroundings,
): Steps<ImportPlan> {
  const planner = new Planner(members, around);
  const allRefused = [...refused];
  const warnings: RefusedLine[] = [];
  const lotsByEmail = yield* collectLots(planner, lots, { refused: allRefused, warnings });
  const people: PlannedPerson[] = [];
  for (const { line, email, name, phone, newsletter } of members) {
    yield;
    const account = around.accounts.get(email.toLowerCase());
    if (account !== undefined && fold(account.name) !== fold(name))
      warnings.push({ file: 'members', line, reason: 'The account with this address has another name.' });
    const own = lotsByEmail.get(email.toLowerCase());
    lotsByEmail.delete(email.toLowerCase());
    people.push({ email, member: { row: line, name, phone, newsletter }, lots: own?.lots ?? [] });
  }
  for (const own of lotsByEmail.values()) people.push({ ...own, member: null });
  yield;
  const merged = people.filter(({ email }) => around.accounts.has(email.toLowerCase())).length;
  yield;
  const sums = sumLots(people.flatMap((person) => person.lots));
  yield;
  return {
    ...{ people, created: people.length - merged, merged, sums },
    refused: allRefused.toSorted(byPlace),
    warnings: warnings.toSorted(byPlace),
    unknownNames: [...planner.unknownNames].toSorted(),
  };
}
