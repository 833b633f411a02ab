import type { ImportFileKind, ImportSum } from '#domain/import/events.ts';
import { addDaysToDay, formatCalendarDay } from '#domain/london-time.ts';

/** A made-up studio's files, and what the test notes down of them beside. */
export interface MadeUpStudio {
  readonly files: { readonly [Kind in ImportFileKind]?: Uint8Array<ArrayBuffer> };
  readonly people: number;
  /** By file and line, the reason of a refusal. */
  readonly refused: ReadonlyMap<string, RegExp>;
  readonly sums: ImportSum[];
}

interface Dialect {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly encode: (text: string) => Uint8Array<ArrayBuffer>;
}

const utf8 = (mark: string) => (text: string) => new TextEncoder().encode(mark + text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\u{feff}${text}`, 'utf16le'));

/** The same numbers for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One file, line by line. */
class Sheet {
  readonly #lines: string[] = [];
  readonly #dialect: Dialect;
  readonly #file: ImportFileKind;
  readonly refused = new Map<string, RegExp>();
  #line = 1;

  constructor(file: ImportFileKind, dialect: Dialect, header: readonly string[]) {
    this.#dialect = dialect;
    this.#file = file;
    this.add(header);
  }

  add(cells: readonly (string | number)[], refused?: RegExp): void {
    const { delimiter } = this.#dialect;
    const written = cells.map(String).map((cell) => {
      const needsQuotes = cell.includes(delimiter) || /["\r\n]/.test(cell);
      return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
    });
    this.#lines.push(written.join(delimiter));
    if (refused !== undefined) this.refused.set(`${this.#file}:${this.#line}`, refused);
    this.#line += written.join('').split('\n').length;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#dialect.encode(this.#lines.join(this.#dialect.lineEnd) + this.#dialect.lineEnd);
  }
}

class Notebook {
  readonly #sums = new Map<string, ImportSum>();

  note(name: string, passes: number, pence: number): void {
    const sum = this.#sums.get(name) ?? { name, lots: 0, passes: 0, pence: 0 };
    this.#sums.set(name, {
      ...{ name, lots: sum.lots + 1, passes: sum.passes + passes, pence: sum.pence + pence },
    });
  }

  get sums(): ImportSum[] {
    return [...this.#sums.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}

const firstNames = ['Zoë', 'Ann', 'Ben', 'Chloé', 'Dai', 'Eve', 'Finn', 'Gwen', 'Hamish', 'Isla'];
const lastNames = ["O'Brien", 'Müller', 'Shore', 'Pike', 'Ålund', 'Smith-Jones', 'Price', 'Wells'];

const passes = [
  { name: '5 Class Pass', classes: 5, pence: 9_500 },
  { name: '10 Class Pass', classes: 10, pence: 17_000 },
  { name: '20 Class Pass', classes: 20, pence: 30_050 },
] as const;

export const memberEmail = (studio: string, index: number) => `member${index}@${studio}.example`;

/** Lines of passes.csv that are refused: email, pass, classes, remaining, purchased, expires, price. */
function listBrokenPasses(
  email: string,
  { past, soon, later }: { past: string; soon: string; later: string },
) {
  const whole = [email, '10 Class Pass', 10, 7, past, soon, '170.00'] as const;
  const broken = (at: number, value: string | number, reason: RegExp) =>
    [[...whole.slice(0, at), value, ...whole.slice(at + 1)], reason] as const;
  return [
    broken(0, 'nobody@nowhere.example', /no account/),
    broken(0, 'not an address', /not an email/),
    broken(0, '', /no email/),
    broken(1, 'Unlimited Summer Pass', /no pass of this name/),
    broken(1, '', /names no pass/),
    broken(1, '=cmd|calc', /formula/),
    broken(2, '-10', /negative/),
    broken(2, 6, /More classes are left/),
    broken(3, '-7', /negative/),
    broken(3, '(7)', /negative/),
    broken(3, 'unlimited', /not a whole number/),
    broken(3, '2.5', /not a whole number/),
    broken(3, 0, /No classes are left/),
    broken(3, '', /not a whole number/),
    broken(4, later, /in the future/),
    broken(5, past, /ended on/),
    broken(5, 'never', /not a date/),
    broken(5, '', /no expiry date/),
    broken(6, '-170.00', /negative/),
    broken(6, 'free', /not an amount/),
    broken(6, '@SUM(A1)', /formula/),
  ];
}

interface Spelling {
  readonly members: {
    header: string[];
    row: (name: string, email: string, phone: string, news: boolean) => string[];
  };
  readonly day: (day: string) => string;
  readonly passHeader: string[];
  readonly dialects: Readonly<Record<'members' | 'passes', Dialect>>;
}

/**
 * Makes the files of a studio with `count` members, every kind of broken line among them. `known` are addresses of people who are
 * here already.
 */
function makeStudio(
  name: string,
  {
    count,
    seed,
    today,
    known = [],
  }: { count: number; seed: number; today: string; known?: readonly string[] },
  { members, day, passHeader, dialects }: Spelling,
): Pick<MadeUpStudio, 'people' | 'refused'> & {
  people: number;
  sheets: { members: Sheet; passes: Sheet };
  notebook: Notebook;
} {
  const random = createRandom(seed);
  const notebook = new Notebook();
  const memberSheet = new Sheet('members', dialects.members, members.header);
  const passSheet = new Sheet('passes', dialects.passes, passHeader);
  const past = addDaysToDay(today, -40);
  const soon = addDaysToDay(today, 33);
  const broken = listBrokenPasses(memberEmail(name, count - 1), {
    ...{ past: day(past), soon: day(soon), later: day(addDaysToDay(today, 9)) },
  });
  const brokenMembers: readonly (readonly [string[], RegExp])[] = [
    [members.row('', `x1@${name}.example`, '', false), /no name/],
    [members.row('No Address', '', '', false), /no email/],
    [members.row('Odd Address', 'odd at example', '', false), /not an email/],
    [members.row('=HYPERLINK("http://x")', `x2@${name}.example`, '', false), /formula/],
    [members.row('Tom Twin', `twin@${name}.example`, '', false), /another person/],
    [members.row('Tim Twin', `TWIN@${name}.example`, '', true), /another person/],
    [members.row('Dora Double', `dora@${name}.example`, '', false), /This person is on line/],
    [members.row('Dora Double', `dora@${name}.example`, '', false), /This person is on line/],
    [[...members.row('Wide Row', `x3@${name}.example`, '', false), 'one', 'too many'], /more columns/],
  ];
  for (let index = 0; index < count; index += 1) {
    const email = known[index] ?? memberEmail(name, index);
    const person = `${firstNames[random(10)]} ${lastNames[random(8)]}${index % 97 === 5 ? '\nJunior' : ''}`;
    memberSheet.add(members.row(person, email, `+44 7700 ${900_000 + index}`, index % 3 === 0));
    const brokenMember = brokenMembers[(index - 7) / 50];
    if (brokenMember !== undefined) memberSheet.add(...brokenMember);
    for (let lot = index % 3; lot > 0; lot -= 1) {
      const pass = passes[random(passes.length)] ?? passes[0];
      const left = 1 + random(pass.classes);
      const expires = addDaysToDay(today, random(200));
      const bought = day(addDaysToDay(today, -random(60)));
      passSheet.add([
        email,
        pass.name,
        pass.classes,
        left,
        bought,
        day(expires),
        (pass.pence / 100).toFixed(2),
      ]);
      notebook.note(pass.name, left, Math.floor((pass.pence * left) / pass.classes));
    }
    const brokenPass = broken[(index - 11) / 25];
    if (brokenPass !== undefined) passSheet.add(...brokenPass);
  }
  const refused = new Map([...memberSheet.refused, ...passSheet.refused]);
  if (refused.size !== broken.length + brokenMembers.length) throw new Error('Some broken lines are missing');
  return { people: count, refused, notebook, sheets: { members: memberSheet, passes: passSheet } };
}

/** Files like Mindbody's: American dates, semicolons in Windows-1252 and tabs in UTF-16. */
export function makeMindbodyLike(options: { count: number; seed: number; today: string }): MadeUpStudio {
  const made = makeStudio('mindbody', options, {
    members: {
      header: ['ID', 'First Name', 'Last Name', 'Email', 'Mobile Phone', 'Send Promotional Emails'],
      row: (name, email, phone, news) => {
        const [first = '', ...others] = name.split(' ');
        return ['100', first, others.join(' '), email, phone, news ? 'True' : 'False'];
      },
    },
    day: (day) => formatCalendarDay(day, 'M/d/yyyy'),
    passHeader: ['Email', 'Pricing Option', 'Count', 'Remaining', 'Sale Date', 'Expiration Date', 'Amount'],
    dialects: {
      members: { delimiter: ';', lineEnd: '\r\n', encode: latin1 },
      passes: { delimiter: '\t', lineEnd: '\r\n', encode: utf16 },
    },
  });
  const { sheets, notebook, ...rest } = made;
  return {
    ...rest,
    sums: notebook.sums,
    files: { members: sheets.members.bytes, passes: sheets.passes.bytes },
  };
}

/** Files like Momence's: dates in words, commas in UTF-8 with and without a mark, and memberships. */
export function makeMomenceLike(options: {
  count: number;
  seed: number;
  today: string;
  known: readonly string[];
}): MadeUpStudio {
  const made = makeStudio('momence', options, {
    members: {
      header: ['Customer Name', 'Customer Email', 'Phone Number', 'Marketing Consent'],
      row: (name, email, phone, news) => [name, email, phone, news ? 'Yes' : ''],
    },
    day: (day) => formatCalendarDay(day, 'MMM d, yyyy'),
    passHeader: [
      ...['Customer Email', 'Pack Name', 'Total Credits', 'Credits Left'],
      ...['Purchase Date', 'Expiration Date', 'Price'],
    ],
    dialects: {
      members: { delimiter: ',', lineEnd: '\n', encode: utf8('\u{feff}') },
      passes: { delimiter: ',', lineEnd: '\n', encode: utf8('') },
    },
  });
  const { sheets, notebook, ...rest } = made;
  const { today } = options;
  const memberships = new Sheet('memberships', { delimiter: '|', lineEnd: '\n', encode: utf8('') }, [
    ...['Customer Email', 'Membership Name', 'Credits Left', 'Period Start', 'Period End'],
  ]);
  const end = addDaysToDay(today, 12);
  for (let index = 100; index < 140; index += 1) {
    const left = 1 + (index % 9);
    memberships.add([
      memberEmail('momence', index),
      'Monthly Membership',
      left,
      addDaysToDay(today, -18),
      end,
    ]);
    notebook.note('Monthly Membership', left, 0);
  }
  const email = memberEmail('momence', 141);
  memberships.add([email, 'Gold Membership', 4, today, end], /no plan of this name/);
  memberships.add([email, 'Monthly Membership', 4, addDaysToDay(today, 2), end], /in the future/);
  return {
    ...rest,
    refused: new Map([...rest.refused, ...memberships.refused]),
    sums: notebook.sums,
    files: { members: sheets.members.bytes, passes: sheets.passes.bytes, memberships: memberships.bytes },
  };
}
