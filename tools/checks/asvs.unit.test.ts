import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** Without the spaces that align the columns. */
const text = read('docs/asvs.md').replaceAll(/ +/g, ' ');

/** The level of each requirement of ASVS 5.0.0, in order, by section. */
const levels: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

/** The requirements of levels 1 and 2, with their levels. */
const required = new Map<string, number>(
  Object.entries(levels).flatMap(([section, digits]) =>
    [...digits].flatMap((level, index) =>
      level === '3' ? [] : [[`${section}.${index + 1}`, Number(level)] as const],
    ),
  ),
);

const statuses = ['Met', 'Not met', 'Does not apply'];
const lines = [...text.matchAll(/^\| (\d+\.\d.*) \|$/gm)].map(([, line = '']) => line);
const rows = lines
  .map((line) => line.split(' | '))
  .filter((cells) => cells.length === 4)
  .map(([numbers = '', status = '', answer = '', tests = '']) => ({
    numbers: numbers.split(', '),
    status,
    answer,
    tests,
  }));

const findCode = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const isFile = (code: string): boolean => /^[\w.-]+(\/[\w.-]+)+$|^[\w.-]+\.(ts|md|json|yml)$/.test(code);
const findFiles = (cell: string): string[] => findCode(cell).filter(isFile);
/** The quoted names behind each file. */
const findTests = (cell: string): { file: string; name: string }[] =>
  [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")*)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  );

describe('docs/asvs.md', () => {
  it('has each requirement of levels 1 and 2 once, and no other', () => {
    expect([required.size, rows.length]).toEqual([253, lines.length]);
    const listed = rows.flatMap(({ numbers }) => numbers);
    expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
    expect([...required.keys()].filter((number) => !listed.includes(number))).toEqual([]);
    expect(listed.filter((number) => !required.has(number))).toEqual([]);
  });

  it('names what meets a requirement, or why it is not met', () => {
    expect(rows.filter(({ status }) => !statuses.includes(status))).toEqual([]);
    const isAnswered = ({ status, answer }: (typeof rows)[number]) =>
      status === 'Met' ? findFiles(answer).length > 0 || answer.includes('](') : /^\S+ \S+/.test(answer);
    expect(rows.filter((row) => !isAnswered(row))).toEqual([]);
  });

  it('names only files that exist', () => {
    const files = rows.flatMap(({ answer, tests }) => [...findFiles(answer), ...findFiles(tests)]);
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('names only sections that exist', () => {
    const headings = ['SECURITY.md', 'docs/operations.md'].flatMap((file) =>
      [...read(file).matchAll(/^##? (.+)$/gm)].map(([, heading]) => heading),
    );
    const answers = rows.map(({ answer }) => answer).filter((answer) => /SECURITY|operations/.test(answer));
    const named = answers.flatMap((answer) => [...answer.matchAll(/"([^"]+)"/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !headings.includes(name))).toEqual([]);
  });

  it('quotes only tests that exist', () => {
    const quoted = rows.flatMap(({ tests }) => findTests(tests));
    expect(quoted.length).toBeGreaterThan(100);
    const isThere = ({ file, name }: { file: string; name: string }) =>
      /\.test\.ts$/.test(file) && [`'${name}'`, `"${name}"`].some((literal) => read(file).includes(literal));
    expect(quoted.filter((each) => !isThere(each))).toEqual([]);
    // Each file is quoted with at least one of its tests.
    const unquoted = rows.flatMap(({ tests }) =>
      findCode(tests).filter((file) => findTests(tests).every((each) => each.file !== file)),
    );
    expect(unquoted).toEqual([]);
  });

  it('has the right figures', () => {
    const count = (level: number, status: string) =>
      rows
        .filter((row) => row.status === status)
        .flatMap(({ numbers }) => numbers)
        .filter((number) => required.get(number) === level).length;
    const figures = [1, 2].map(
      (level) => `| ${level} | ${statuses.map((each) => count(level, each)).join(' | ')} |`,
    );
    expect(text).toContain(figures.join('\n'));
  });
});

test('the checks recognise files and tests in a cell', () => {
  const cell = 'By `infra/a.ts`, `name`, `/api/x`; `b.test.ts` "one", "two"; `c.md`';
  expect(findFiles(cell)).toEqual(['infra/a.ts', 'b.test.ts', 'c.md']);
  expect(findTests(cell)).toEqual([
    { file: 'b.test.ts', name: 'one' },
    { file: 'b.test.ts', name: 'two' },
  ]);
});
