import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isInstalledAsLocked, listMissingOptionalPackages } from './lock-file.mjs';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe('package-lock.json', () => {
  it('contains the builds for every platform (else run: node tools/run/complete-lock.mjs)', () => {
    const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
    const packages = Object.entries(lockFile.parse(JSON.parse(text)).packages).map(([path, entry]) => [
      path,
      { optionalDependencies: entry.optionalDependencies ?? {} },
    ]);
    expect(listMissingOptionalPackages({ packages: Object.fromEntries(packages) })).toEqual([]);
  });

  it('is reported when a build is missing', () => {
    const lock = {
      packages: { 'node_modules/a': { dev: true, optionalDependencies: { 'a-darwin': '1.2.3' } } },
    };
    expect(listMissingOptionalPackages(lock)).toEqual([{ name: 'a-darwin', version: '1.2.3', dev: true }]);
  });
});

describe('the installed packages', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-darwin': { version: '1.0.0', optional: true },
    },
  };

  it.each([
    ['match without the optional', { 'node_modules/a': { version: '1.0.0' } }, true],
    ['do not match in another version', { 'node_modules/a': { version: '1.0.1' } }, false],
    ['do not match without a package', {}, false],
    [
      'do not match with an extra package',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } },
      false,
    ],
  ])('%s', (_, packages, matches) => {
    expect(isInstalledAsLocked({ packages }, lock)).toBe(matches);
  });
});
