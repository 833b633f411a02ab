import { z } from 'zod';
import type { Answer } from '#tools/testing/studio-client.ts';

/** What happens when a subject in a state wants something. */
export type Cell<Want extends string> =
  /** The call succeeds; `leads` describes what follows. */
  | { readonly leads: string }
  /** The call is refused with a code, because it does not apply. `instead` is a want that does in this state. */
  | { readonly refused: string; readonly because: string; readonly instead?: Want };

export const leads = (text: string) => ({ leads: text });
export const refused = <Want extends string>(code: string, because: string, instead?: Want) => ({
  refused: code,
  because,
  ...(instead === undefined ? {} : { instead }),
});

/** Every state of a thing by everything that its member or staff may want. */
export interface WayOutTable<State extends string, Want extends string, Subject> {
  readonly of: string;
  readonly wants: Readonly<Record<Want, (subject: Subject) => Promise<Answer>>>;
  readonly cells: Readonly<Record<State, Readonly<Record<Want, Cell<Want>>>>>;
  /** Makes one subject for each of these states, in their order. */
  prepare(states: readonly State[]): Promise<readonly Subject[]>;
}

export interface TableRun {
  /** The table as text. */
  readonly text: string;
  /** The answers that differ from their cells, and cells that end in nothing. */
  readonly problems: readonly string[];
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.entries(record).map(([key]) => key) as Key[];

const withCode = z.object({ code: z.string() });

function describeAnswer({ status, body }: Answer): string {
  if (status < 400) return 'leads';
  const parsed = withCode.safeParse(body);
  return `${status} ${parsed.success ? parsed.data.code : JSON.stringify(body)}`;
}

/** A refusal that names nothing else to do must state that nothing is left to do. */
function findDeadEnds<Want extends string>(
  place: string,
  cell: Cell<Want>,
  row: Readonly<Record<Want, Cell<Want>>>,
): string[] {
  if ('leads' in cell || cell.instead === undefined) return [];
  return 'leads' in row[cell.instead] ? [] : [`${place}: instead of it, "${cell.instead}" is refused, too`];
}

/** Runs every cell against a subject in its state, and compares the answer with its cell. */
export async function runTable<State extends string, Want extends string, Subject>({
  of,
  wants,
  cells,
  prepare,
}: WayOutTable<State, Want, Subject>): Promise<TableRun> {
  const places = keysOf(cells).flatMap((state) => keysOf(wants).map((want) => ({ state, want })));
  const isLead = ({ state, want }: { state: State; want: Want }) => 'leads' in cells[state][want];
  // A refusal changes nothing, so one subject does for all refusals of a state.
  const leading = places.filter(isLead);
  const states = keysOf(cells);
  const made = await prepare([...states, ...leading.map(({ state }) => state)]);
  const findSubject = (place: { state: State; want: Want }) =>
    made[isLead(place) ? states.length + leading.indexOf(place) : states.indexOf(place.state)];
  const problems: string[] = [];
  const lines: string[] = [];
  for (const each of places) {
    const { state, want } = each;
    const subject = findSubject(each);
    if (subject === undefined) throw new Error(`${of} has no subject for "${state}"`);
    const cell = cells[state][want];
    const place = `${of}, ${state}: ${want}`;
    const expected = 'leads' in cell ? 'leads' : cell.refused;
    const answered = describeAnswer(await wants[want](subject));
    if (answered !== expected) problems.push(`${place}: ${answered} and not ${expected}`);
    problems.push(...findDeadEnds(place, cell, cells[state]));
    if (want === keysOf(wants)[0]) lines.push(`  ${state}`);
    const text =
      'leads' in cell
        ? cell.leads
        : `${cell.refused}: ${cell.because}${cell.instead === undefined ? '' : `; instead: ${cell.instead}`}`;
    lines.push(`    ${want.padEnd(40)} ${text}`);
  }
  for (const state of keysOf(cells))
    if (!Object.values<Cell<Want>>(cells[state]).some((cell) => 'leads' in cell))
      problems.push(`${of}, ${state}: nothing leads out of it`);
  return { text: [of, ...lines].join('\n'), problems };
}
