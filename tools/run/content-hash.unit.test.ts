import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentHash } from './content-hash.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tideline-hash-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const paths = ['src', 'absent.ts'];

it('stays while nothing changes', () => {
  expect(contentHash(root, paths)).toBe(contentHash(root, ['absent.ts', 'src']));
});

it.each([
  ['a content', () => writeFileSync(join(root, 'src/a.ts'), 'two')],
  ['a new file', () => writeFileSync(join(root, 'src/b.ts'), '')],
  ['a file that was absent', () => writeFileSync(join(root, 'absent.ts'), '')],
  ['text moved from one file to the next', () => writeFileSync(join(root, 'src/a.ts'), 'on\0e')],
])('changes with %s', (_, change) => {
  const before = contentHash(root, paths);
  change();
  expect(contentHash(root, paths)).not.toBe(before);
});
