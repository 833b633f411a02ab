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
  /** The line of members.csv; null for someone who is in the other files only, and has an account. */
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

const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Adds up lots by pass, in the order of their names. */
export function sumLots(
  lots: readonly { readonly passName: string; readonly passes: number; readonly pricePence: number }[],
): ImportSum[] {
  const sums = new Map<string, ImportSum>();
  for (const { passName: name, passes, pricePence } of lots) {
    const sum = sums.get(name) ?? { name, lots: 0, passes: 0, pence: 0 };
    sums.set(name, {
      ...{ name, lots: sum.lots + 1, passes: sum.passes + passes },
      pence: sum.pence + pricePence,
    });
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

  /** What staff should look at although the line is brought over. */
  *findWarnings(lot: PlannedLot, email: string): Generator<RefusedLine> {
    const account = this.#around.accounts.get(email.toLowerCase());
    if (account !== undefined && this.#around.hasBrought(account.memberId, lot))
      yield {
        ...{ file: lot.file, line: lot.row },
        reason: 'This member already has a pass with the same date and numbers from an earlier file.',
      };
  }
}

/** Decides what becomes of each line. */
export function planImport({ members, lots, refused }: ReadLines, around: PlanSurroundings): ImportPlan {
  const planner = new Planner(members, around);
  const allRefused = [...refused];
  const warnings: RefusedLine[] = [];
  const lotsByEmail = new Map<string, { email: string; lots: PlannedLot[] }>();
  for (const line of lots) {
    const lot = planner.plan(line);
    if (typeof lot === 'string') {
      allRefused.push({ file: line.file, line: line.line, reason: lot });
      continue;
    }
    const key = line.email.toLowerCase();
    const known = lotsByEmail.get(key) ?? { email: line.email, lots: [] };
    lotsByEmail.set(key, { ...known, lots: [...known.lots, lot] });
    warnings.push(...planner.findWarnings(lot, line.email));
  }
  const people: PlannedPerson[] = members.map(({ line, email, name, phone, newsletter }) => {
    const account = around.accounts.get(email.toLowerCase());
    if (account !== undefined && fold(account.name) !== fold(name))
      warnings.push({ file: 'members', line, reason: 'The account with this address has another name.' });
    const own = lotsByEmail.get(email.toLowerCase());
    lotsByEmail.delete(email.toLowerCase());
    return { email, member: { row: line, name, phone, newsletter }, lots: own?.lots ?? [] };
  });
  const others = [...lotsByEmail.values()].map((own): PlannedPerson => ({ ...own, member: null }));
  const everyone = [...people, ...others];
  const merged = everyone.filter(({ email }) => around.accounts.has(email.toLowerCase())).length;
  return {
    people: everyone,
    created: everyone.length - merged,
    merged,
    refused: allRefused.toSorted(byPlace),
    warnings: warnings.toSorted(byPlace),
    sums: sumLots(everyone.flatMap((person) => person.lots)),
    unknownNames: [...planner.unknownNames].toSorted(),
  };
}
