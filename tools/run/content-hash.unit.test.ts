import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashContent } from './content-hash.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tideline-hash-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const paths = ['src', 'absent.ts'];

it('the hash is the same for the same files in any order', () => {
  expect(hashContent(root, paths)).toBe(hashContent(root, ['absent.ts', 'src']));
});

it.each([
  ['a content', () => writeFileSync(join(root, 'src/a.ts'), 'two')],
  ['a new file', () => writeFileSync(join(root, 'src/b.ts'), '')],
  ['a file that was absent', () => writeFileSync(join(root, 'absent.ts'), '')],
  ['text moved from one file to the next', () => writeFileSync(join(root, 'src/a.ts'), 'on\0e')],
])('changes with %s', (_, change) => {
  const before = hashContent(root, paths);
  change();
  expect(hashContent(root, paths)).not.toBe(before);
});
