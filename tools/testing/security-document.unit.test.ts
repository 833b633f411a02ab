import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = [
  'domain',
  'services',
  'projections',
  'workers',
  'infra',
  'embedded',
  'tools',
  'web/src',
  'web/e2e',
  '.',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).map(
    (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
  ),
);

test('SECURITY.md names only files that exist', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [
    ...text.matchAll(/`([\w./-]+\.(?:ts|tsx|json|yml)|[\w./-]+\/(?:Dockerfile|Caddyfile))`/g),
  ].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(30);
  // The folder of `web/vite.config.ts` is not listed above.
  const known = [...files, '/web/vite.config.ts'];
  expect(named.filter((name) => !known.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

test('CI runs audit:deps, as SECURITY.md claims', () => {
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toMatch(
    /`npm run audit:deps`[^\n]*\n?[^\n]*CI runs it/,
  );
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm run audit:deps$/m);
});
