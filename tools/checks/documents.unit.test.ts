import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => !file.includes('node_modules'));

const decisions = listFiles('docs/decisions').filter((file) => /\/\d{4}-/.test(file));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
];
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
  .map((entry) => entry.name);
const sources = folders.flatMap(listFiles);
const isSourceName = (text: string) => /\.(tsx?|mjs|md|ya?ml)$/.test(text);

/** A path may leave out its first folders, as `plugins/deadline.ts`; `<name>` and `*` stand for any name. */
function isMissing(text: string): boolean {
  const fixed = text.replace(/\/?[^/]*[<*].*$/, '').replace(/\/$/, '');
  if (fixed === '' || existsSync(join(root, fixed))) return false;
  return !sources.some((file) => file.endsWith(`/${fixed}`));
}

const isPath = (text: string): boolean =>
  /^[\w.@/<>*-]+$/.test(text) &&
  (folders.includes(text.split('/', 1)[0] ?? '') ? text.includes('/') : isSourceName(text));

/** The paths in backticks that a document names. */
const findPaths = (text: string): string[] =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter(isPath);

const findRelativeLinks = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);

test.each(documents)('%s names only files that exist', (document) => {
  const text = read(document);
  const links = findRelativeLinks(text).filter(
    (target) => !existsSync(join(root, dirname(document), target)),
  );
  expect([...findPaths(text).filter(isMissing), ...links]).toEqual([]);
});

test('the check recognises paths and links', () => {
  expect(findPaths('`docs/none.md`, `none.ts`, `npm start`, `/api/none`, `domain/<name>`')).toEqual([
    'docs/none.md',
    'none.ts',
    'domain/<name>',
  ]);
  expect(['docs/none.md', 'none.ts', 'none/<name>.ts', 'domain/<name>'].filter(isMissing)).toEqual([
    'docs/none.md',
    'none.ts',
    'none/<name>.ts',
  ]);
  expect(findRelativeLinks('[a](b.md#c), ![d](e.png), [f](https://g.example)')).toEqual(['b.md', 'e.png']);
});

test('README has at most 150 lines of at most 120 characters', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

describe('decisions', () => {
  test('have numbers without a gap', () => {
    const numbers = decisions.map((file) => Number(basename(file).slice(0, 4)));
    const all = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1);
    const missing = all.filter((number) => !numbers.includes(number));
    expect(missing).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test.each(decisions)('%s has its parts in at most 300 words', (file) => {
    const text = read(file);
    expect(text).toMatch(
      new RegExp(`^# ${Number(basename(file).slice(0, 4))}\\. .+\\n\\n\\*\\*Status:\\*\\* .+`),
    );
    expect(text).toMatch(/^\*\*Date:\*\* \d{4}-\d{2}-\d{2}$/m);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
    expect(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(300);
  });

  test('are all listed with their titles', () => {
    const index = read('docs/decisions/README.md').replaceAll(/ +/g, ' ');
    const unlisted = decisions.filter((file) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? [];
      return !index.includes(`| [${number}](${basename(file)}) | ${title} |`);
    });
    expect(unlisted).toEqual([]);
  });
});
