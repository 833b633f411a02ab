import { isEmailAddress, normaliseEmailAddress } from '../email/address.ts';
import type { Steps } from '../steps.ts';
import { findInvisible, hasLetter, normaliseLine, normalisePhone } from '../typed-text.ts';
import type { FileColumns } from './columns.ts';
import type { ImportFileKind } from './events.ts';
import { type DateOrder, readDate } from './read-date.ts';

/** A line that is not brought over, and why. */
export interface RefusedLine {
  readonly file: ImportFileKind;
  readonly line: number;
  readonly reason: string;
}

export interface MemberLine {
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly newsletter: boolean;
}

/** A pass, or the passes of a membership's period. */
export interface LotLine {
  readonly file: 'passes' | 'memberships';
  readonly line: number;
  readonly email: string;
  /** Of the pass or plan, as the file calls it. */
  readonly name: string;
  /** How many it had in all; null when the file does not state it. */
  readonly classes: number | null;
  readonly remaining: number;
  /** London days. */
  readonly begins: string | null;
  readonly expires: string;
  /** Of the whole pass; null when the file does not state it. */
  readonly pricePence: number | null;
}

/** A date that can be read in two ways. */
export interface AmbiguousDate {
  readonly file: ImportFileKind;
  readonly line: number;
  readonly text: string;
  readonly days: Readonly<Record<DateOrder, string>>;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly unclosedLine: number | null;
}

/** Why a line is refused. No `Error`, whose stack takes longer to make than the line to read. */
class LineRefused {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const MOST_CLASSES = 1_000;
const MOST_PENCE = 1_000_000;
const MOST_NAME = 120;
const MOST_PHONE = 30;

const isNegative = (text: string) => /^[-−(]\s*[£$€]?\s*\d/.test(text);
/** Spreadsheets evaluate what begins so. A phone number may begin with a plus sign. */
const isFormula = (text: string, field: string) =>
  /^[\s"']*[=@＝＠\t]/.test(text) ||
  (/^[+\-＋－]/.test(text) && !isNegative(text) && !(field === 'phone' && /^\+[\d\s().-]+$/.test(text)));

/** The cells of one line by field. */
type Cells = (field: string) => string;

function readCells(cells: readonly string[], { columns }: FileColumns, width: number): Cells {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    throw new LineRefused('It has more columns than the first line.');
  return (field) => {
    const text = (columns[field] ?? [])
      .map((column) => (cells[column] ?? '').trim())
      .filter((cell) => cell !== '')
      .join(' ');
    if (isFormula(text, field)) throw new LineRefused(`The ${field} is a formula.`);
    if (text.includes('\u0000') || !text.isWellFormed())
      throw new LineRefused(`The ${field} holds a character that can’t be kept.`);
    return text;
  };
}

function readEmail(cells: Cells): string {
  const email = normaliseEmailAddress(cells('email'));
  if (email === '') throw new LineRefused('It has no email address.');
  if (!isEmailAddress(email)) throw new LineRefused('This is not an email address.');
  return email;
}

function readCount(text: string, field: string): number {
  if (isNegative(text)) throw new LineRefused(`The number of ${field} is negative.`);
  if (!/^\d{1,6}([.,]0+)?$/.test(text))
    throw new LineRefused(`The number of ${field} is not a whole number.`);
  const count = Number.parseInt(text, 10);
  if (count > MOST_CLASSES) throw new LineRefused(`The number of ${field} is over ${MOST_CLASSES}.`);
  return count;
}

/** `£1,200.50`, `120`, `120,50` → pence. */
function readPence(text: string): number {
  const amount = text.replaceAll(/[£\s]|gbp/gi, '');
  if (isNegative(amount)) throw new LineRefused('The price is negative.');
  const [, pounds, pence = ''] =
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? /^(\d+),(\d{1,2})$/.exec(amount) ?? [];
  if (pounds === undefined) throw new LineRefused('The price is not an amount in pounds.');
  const total = Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'));
  if (total > MOST_PENCE) throw new LineRefused('The price is over £10,000.');
  return total;
}

const isYes = (text: string) => /^(yes|y|true|1|x|on|subscribed|opted[ -]?in)$/i.test(text);

export interface LinesRead<Line> {
  readonly lines: readonly Line[];
  readonly refused: readonly RefusedLine[];
  readonly ambiguous: readonly AmbiguousDate[];
}

/** Reads each line by itself: what is wrong with one refuses that one. */
function* readEach<Line>(
  file: ImportFileKind,
  { header, rows, unclosedLine }: Table,
  columns: FileColumns,
  read: (cells: Cells, line: number) => Line,
): Steps<{ lines: Line[]; refused: RefusedLine[] }> {
  const lines: Line[] = [];
  const refused: RefusedLine[] = [];
  for (const { line, cells } of rows) {
    yield;
    try {
      lines.push(read(readCells(cells, columns, header.length), line));
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      refused.push({ file, line, reason: error.reason });
    }
  }
  if (unclosedLine !== null)
    refused.push({
      ...{ file, line: unclosedLine },
      reason: 'A quotation mark is not closed, so this line and all below it can’t be read.',
    });
  return { lines, refused };
}

/** How many other lines are named in a reason. */
const NAMED_LINES = 5;

const formatLines = (lines: readonly number[], others: number) => {
  const named = others > 0 ? [...lines, `${others} others`] : lines;
  return named.length < 3 ? named.join(' and ') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
};

/** One address stands for one person, so every line of an address that is there twice is refused. */
function* refuseRepeated({
  lines,
  refused,
}: {
  lines: MemberLine[];
  refused: RefusedLine[];
}): Steps<LinesRead<MemberLine>> {
  const byEmail = Map.groupBy(lines, ({ email }) => email.toLowerCase());
  const single: MemberLine[] = [];
  for (const same of byEmail.values()) {
    const [first] = same;
    if (same.length === 1 && first !== undefined) single.push(first);
    if (same.length < 2) continue;
    const isOnePerson = new Set(same.map(({ name }) => name.toLowerCase())).size === 1;
    const who = isOnePerson ? 'This person is' : 'This email address is another person’s';
    const firstLines = same.slice(0, NAMED_LINES + 1).map(({ line }) => line);
    for (const { line } of same) {
      yield;
      const named = firstLines.filter((other) => other !== line).slice(0, NAMED_LINES);
      const reason = `${who} on line ${formatLines(named, same.length - 1 - named.length)}, too.`;
      refused.push({ file: 'members', line, reason });
    }
  }
  return { lines: single, refused, ambiguous: [] };
}

export function* readMembers(table: Table, columns: FileColumns): Steps<LinesRead<MemberLine>> {
  const read = yield* readEach('members', table, columns, (cells, line): MemberLine => {
    const email = readEmail(cells);
    const name = normaliseLine(cells('name'));
    if (name.length < 2 || !hasLetter(name)) throw new LineRefused('It has no name.');
    if (findInvisible(name) !== null) throw new LineRefused('The name has an invisible character.');
    if (name.length > MOST_NAME) throw new LineRefused('The name is too long.');
    const phone = normalisePhone(cells('phone'));
    if (phone.length > MOST_PHONE) throw new LineRefused('The phone number is too long.');
    return { line, name, email, phone, newsletter: isYes(cells('newsletter')) };
  });
  return yield* refuseRepeated(read);
}

/** Reads dates of one file, and notes those that can be read in two ways. */
class DateReader {
  readonly ambiguous: AmbiguousDate[] = [];
  readonly #file: ImportFileKind;
  readonly #order: DateOrder | null;

  constructor(file: ImportFileKind, order: DateOrder | null) {
    this.#file = file;
    this.#order = order;
  }

  /** Null for an empty cell. An ambiguous day is the later one until staff choose one. */
  read(text: string, what: string, line: number): string | null {
    if (text === '') return null;
    const date = readDate(text, this.#order);
    if (date === null) throw new LineRefused(`The ${what} is not a date.`);
    if ('day' in date) return date.day;
    this.ambiguous.push({ file: this.#file, line, text, days: date.ambiguous });
    return Object.values(date.ambiguous).toSorted().at(-1) ?? null;
  }
}

/** Reads passes, or the periods of memberships. */
export function* readLots(
  file: 'passes' | 'memberships',
  table: Table,
  columns: FileColumns,
  order: DateOrder | null,
): Steps<LinesRead<LotLine>> {
  const dates = new DateReader(file, order);
  const fields =
    file === 'passes'
      ? ({ name: 'pass', begins: 'purchased', expires: 'expires' } as const)
      : ({ name: 'plan', begins: 'periodStart', expires: 'periodEnd' } as const);
  const names =
    file === 'passes'
      ? { begins: 'date of purchase', expires: 'expiry date' }
      : { begins: 'start of the period', expires: 'end of the period' };
  const { lines, refused } = yield* readEach(file, table, columns, (cells, line): LotLine => {
    const email = readEmail(cells);
    const name = normaliseLine(cells(fields.name));
    if (name === '') throw new LineRefused(`It names no ${fields.name}.`);
    const total = cells('classes');
    const classes = total === '' ? null : readCount(total, 'classes');
    const remaining = readCount(cells('remaining'), 'classes left');
    const price = cells('price');
    const pricePence = price === '' ? null : readPence(price);
    const begins = dates.read(cells(fields.begins), names.begins, line);
    const expires = dates.read(cells(fields.expires), names.expires, line);
    if (expires === null) throw new LineRefused(`It has no ${names.expires}.`);
    return { file, line, email, name, classes, remaining, begins, expires, pricePence };
  });
  const readLineNumbers = new Set(lines.map(({ line }) => line));
  return { lines, refused, ambiguous: dates.ambiguous.filter(({ line }) => readLineNumbers.has(line)) };
}
