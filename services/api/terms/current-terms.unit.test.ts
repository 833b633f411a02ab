import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { currentTerms } from './current-terms.ts';

const folder = new URL('./', import.meta.url);
const hash = (file: string) =>
  createHash('sha256')
    .update(readFileSync(new URL(file, folder)))
    .digest('hex');

it('every text that members accepted is unchanged', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  expect(Object.fromEntries(files.map((file) => [file, hash(file)]))).toEqual({
    '2026-11-27.txt': '67ff9b0ec89b4a53206817cc1973f394f23220e7385c0344949f04ac95d1bfa6',
    '2026-11-28.txt': '679380a09c045dd269a4eac8f9dc652da3ab274fd52bfcc8a464d655e41f7939',
  });
});

it('the latest text is what members accept', () => {
  const latest = readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .at(-1);
  expect(latest).toBe(`${currentTerms.version}.txt`);
  expect(currentTerms.sha256).toBe(hash(`${currentTerms.version}.txt`));
});
