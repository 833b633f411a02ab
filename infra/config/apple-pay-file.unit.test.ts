import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { faultsOf, production } from './production-config.fixture.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tideline-apple-pay-'));
  dataDir = join(home, 'data');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the file by which Apple verifies the domain', () => {
  const variable = 'APPLE_PAY_DOMAIN_ASSOCIATION_FILE';

  test('is read at the start', () => {
    const file = join(home, 'association');
    writeFileSync(file, '7B2276\n');
    expect(loadConfig({ DATA_DIR: dataDir }).applePayDomainAssociation).toBeNull();
    expect(loadConfig({ DATA_DIR: dataDir, [variable]: '' }).applePayDomainAssociation).toBeNull();
    expect(String(loadConfig({ ...production, [variable]: file }).applePayDomainAssociation)).toBe(
      '7B2276\n',
    );
  });

  test('refuses the start when it cannot be read, is no file, is empty or far too large', () => {
    const [empty, large] = [join(home, 'empty'), join(home, 'large')];
    writeFileSync(empty, '');
    writeFileSync(large, 'x'.repeat(65_537));
    const faults = [join(home, 'missing'), home, empty, large].map((file) =>
      faultsOf({ DATA_DIR: dataDir, [variable]: file }),
    );
    expect(faults).toEqual([
      [`${variable} cannot be read (ENOENT)`],
      [`${variable} is not a file`],
      [`${variable} is empty`],
      [`${variable} has more than 65536 bytes`],
    ]);
  });
});
