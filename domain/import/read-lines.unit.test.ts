import { describe, expect, it } from 'vitest';
import { runSteps } from '../testing/run-steps.fixture.ts';
import { resolveColumns } from './columns.ts';
import { readLots, readMembers, type Table } from './read-lines.ts';

const plain = { preset: 'plain', mapping: {} } as const;
const toTable = (header: string, ...lines: string[]): Table => ({
  header: header.split(','),
  rows: lines.map((line, index) => ({ line: index + 2, cells: line.split(',') })),
  unclosedLine: null,
});

const readMemberLines = (...lines: string[]) => {
  const table = toTable('name,email,phone,newsletter', ...lines);
  return runSteps(readMembers(table, resolveColumns('members', table.header, plain)));
};
const readPassLines = (...lines: string[]) => {
  const table = toTable('email,pass,classes,remaining,purchased,expires,price', ...lines);
  return runSteps(readLots('passes', table, resolveColumns('passes', table.header, plain), null));
};

describe('readMembers', () => {
  it('reads names, addresses and consents in their one form', () => {
    const { lines } = readMemberLines(
      '  Zoë   Müller ,Zoe@Example.com,+44 7700 900123,YES',
      'Ann Shore,ann@münchen.example,,no',
      'Ben Pike,ben@example.com',
    );
    expect(lines).toEqual([
      { line: 2, name: 'Zoë Müller', email: 'Zoe@Example.com', phone: '+44 7700 900123', newsletter: true },
      { line: 3, name: 'Ann Shore', email: 'ann@xn--mnchen-3ya.example', phone: '', newsletter: false },
      { line: 4, name: 'Ben Pike', email: 'ben@example.com', phone: '', newsletter: false },
    ]);
  });

  it.each(['yes', 'TRUE', '1', 'x', 'Subscribed', 'opted in'])('takes %j as a consent', (text) => {
    expect(readMemberLines(`Ann Shore,ann@example.com,,${text}`).lines[0]?.newsletter).toBe(true);
  });
  it.each(['', 'no', 'false', '0', 'unsubscribed', 'opted out', 'maybe', 'yes?'])(
    'takes %j as no consent',
    (text) => {
      expect(readMemberLines(`Ann Shore,ann@example.com,,${text}`).lines[0]?.newsletter).toBe(false);
    },
  );

  it.each([
    [',ann@example.com', /no name/],
    ['A,ann@example.com', /no name/],
    ['12345,ann@example.com', /no name/],
    ['Ann\u200bShore,ann@example.com', /invisible/],
    [`${'A'.repeat(121)},ann@example.com`, /name is too long/],
    ['Ann Shore,', /no email/],
    ['Ann Shore,ann', /not an email/],
    ['Ann Shore,ann@example.com\n', /^$/],
    [`Ann Shore,ann@example.com,${'7'.repeat(31)}`, /number is too long/],
    ['=1+1,ann@example.com', /name is a formula/],
    ['＝1+1,ann@example.com', /name is a formula/],
    ['+cmd,ann@example.com', /name is a formula/],
    ['@SUM(A1),ann@example.com', /name is a formula/],
    ['-Ann,ann@example.com', /name is a formula/],
    ['Ann Shore,ann@example.com,=1', /phone is a formula/],
    ['Ann Shore,ann@example.com,+cmd|calc', /phone is a formula/],
    ['Ann\u0000,ann@example.com', /can’t be kept/],
    ['Ann Shore,ann@example.com,,no,extra', /more columns/],
  ])('refuses %j', (line, reason) => {
    const { lines, refused } = readMemberLines(line, 'Ben Pike,ben@example.com');
    if (reason.source === '^$') return expect(refused).toEqual([]);
    expect(refused).toMatchObject([{ file: 'members', line: 2, reason: expect.stringMatching(reason) }]);
    expect(lines).toHaveLength(1);
  });

  it('refuses each line of an address that is there twice, in any letter case', () => {
    const { lines, refused } = readMemberLines(
      'Tim Twin,twin@example.com',
      'Ann Shore,ann@example.com',
      'Tom Twin,TWIN@example.com',
      'Dora Double,dora@example.com',
      'dora double,dora@example.com',
    );
    expect(lines.map(({ name }) => name)).toEqual(['Ann Shore']);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'This email address is another person’s on line 4, too.'],
      [4, 'This email address is another person’s on line 2, too.'],
      [5, 'This person is on line 6, too.'],
      [6, 'This person is on line 5, too.'],
    ]);
  });

  it('names only the first of many lines with an address, so that a file of one address is read in moments', () => {
    const count = 20_000;
    const { lines, refused } = readMemberLines(...Array<string>(count).fill('Ann Shore,ann@example.com'));
    expect(lines).toEqual([]);
    expect(refused).toHaveLength(count);
    expect(refused[0]?.reason).toBe('This person is on line 3, 4, 5, 6, 7 and 19994 others, too.');
    expect(refused.at(-1)?.reason).toBe('This person is on line 2, 3, 4, 5, 6 and 19994 others, too.');
  });
});

describe('readLots', () => {
  const whole = 'ann@example.com,10 Class Pass,10,7,2026-01-02,2026-08-31,£170.00';

  it('reads numbers, dates and prices', () => {
    expect(readPassLines(whole).lines).toEqual([
      {
        ...{ file: 'passes', line: 2, email: 'ann@example.com', name: '10 Class Pass', classes: 10 },
        ...{ remaining: 7, begins: '2026-01-02', expires: '2026-08-31', pricePence: 17_000 },
      },
    ]);
  });

  it('does without a total, a date of purchase and a price', () => {
    const { lines, refused } = readPassLines('ann@example.com,10 Class Pass,,7.0,,2026-08-31,');
    expect(refused).toEqual([]);
    expect(lines).toMatchObject([{ classes: null, remaining: 7, begins: null, pricePence: null }]);
  });

  it.each([
    ['120', 12_000],
    ['120.5', 12_050],
    ['GBP 120.05', 12_005],
    ['£ 0', 0],
  ])('reads the price %s', (price, pence) => {
    const line = whole.replace('£170.00', price);
    expect(readPassLines(line).lines[0]?.pricePence).toBe(pence);
  });

  it.each([
    ['7,2026-01-02', '-7,2026-01-02', /classes left is negative/],
    ['7,2026-01-02', '−7,2026-01-02', /classes left is negative/],
    ['7,2026-01-02', '(7),2026-01-02', /classes left is negative/],
    ['7,2026-01-02', 'unlimited,2026-01-02', /not a whole number/],
    ['7,2026-01-02', ',2026-01-02', /not a whole number/],
    ['7,2026-01-02', '1001,2026-01-02', /over 1000/],
    [',10,7', ',-10,7', /classes is negative/],
    [',10,7', ',=10,7', /formula/],
    ['£170.00', '-£170.00', /price is negative/],
    ['£170.00', '-170', /price is negative/],
    ['£170.00', 'free', /not an amount/],
    ['£170.00', '1.234', /not an amount/],
    ['£170.00', '10001', /over £10,000/],
    ['2026-08-31', '', /no expiry date/],
    ['2026-08-31', '31/02/2026', /not a date/],
    ['2026-01-02', 'soon', /date of purchase is not a date/],
    ['10 Class Pass', '', /names no pass/],
    ['ann@example.com', 'ann', /not an email/],
  ])('refuses a line with %s replaced by %j', (from, to, reason) => {
    const { lines, refused } = readPassLines(whole.replace(from, to), whole);
    expect(refused).toMatchObject([{ file: 'passes', line: 2, reason: expect.stringMatching(reason) }]);
    expect(lines).toHaveLength(1);
  });

  it('notes dates that can be read in two ways, but not of refused lines', () => {
    const open = whole.replace('2026-08-31', '03/04/2026');
    const { ambiguous } = readPassLines(open, open.replace('£170.00', 'free'));
    expect(ambiguous).toEqual([
      {
        ...{ file: 'passes', line: 2, text: '03/04/2026' },
        days: { 'day-first': '2026-04-03', 'month-first': '2026-03-04' },
      },
    ]);
  });

  it('refuses what is below a quotation mark that is not closed', () => {
    const table = { ...toTable('email,pass,remaining,expires'), unclosedLine: 9 };
    const columns = resolveColumns('passes', table.header, plain);
    const { refused } = runSteps(readLots('passes', table, columns, null));
    expect(refused).toMatchObject([{ line: 9, reason: expect.stringMatching(/not closed/) }]);
  });
});
