import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { faultsOf, production } from './production-config.fixture.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tideline-master-key-'));
  dataDir = join(home, 'data');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the master key', () => {
  const key = '9f1c3e5a7b2d4f60819a2b3c4d5e6f70918a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
  const keyFile = () => `${dataDir}.keys/master-key`;
  const secretsFile = () => join(dataDir, 'secrets.json');
  const loadKey = (env: Record<string, string> = {}) =>
    loadConfig({ DATA_DIR: dataDir, ...env }).masterKey.toString('hex');

  test('is generated once, beside the data and readable by its owner only', () => {
    const first = loadKey();
    expect(loadKey()).toBe(first);
    expect(readFileSync(keyFile(), 'utf8').trim()).toBe(first);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(`${dataDir}.keys`).mode & 0o777).toBe(0o700);
    expect(readFileSync(secretsFile(), 'utf8')).not.toContain(first);
  });

  test('stays inside the data where it was generated there, as in a volume', () => {
    mkdirSync(join(dataDir, 'keys'), { recursive: true });
    writeFileSync(join(dataDir, 'keys', 'master-key'), key);
    expect(loadKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
  });

  test('of an earlier release moves out of the secrets, also after an interruption', () => {
    mkdirSync(dataDir);
    const jwtSecret = 'f3a9b1c2d4e5f60718293a4b5c6d7e8f';
    const next = key.split('').toReversed().join('');
    const old = JSON.stringify({ jwtSecret, masterKey: key, nextMasterKey: next });
    for (let start = 0; start < 2; start += 1) {
      // The second start finds the key in both places.
      writeFileSync(secretsFile(), old);
      expect(loadKey()).toBe(key);
      expect(readFileSync(keyFile(), 'utf8').trim()).toBe(key);
      expect(readFileSync(`${dataDir}.keys/next-master-key`, 'utf8').trim()).toBe(next);
      const secrets = readFileSync(secretsFile(), 'utf8');
      expect(secrets).toContain(jwtSecret);
      expect(secrets).not.toMatch(/masterKey/i);
    }
  });

  test('is never replaced by another one', () => {
    mkdirSync(dataDir);
    const stored = loadKey();
    writeFileSync(secretsFile(), JSON.stringify({ masterKey: key }));
    expect(() => loadKey()).toThrow('holds another master key');
    expect(readFileSync(keyFile(), 'utf8').trim()).toBe(stored);
    expect(readFileSync(secretsFile(), 'utf8')).toContain(key);
    writeFileSync(keyFile(), key.slice(1));
    expect(() => loadKey()).toThrow('is damaged');
  });

  test('is read from MASTER_KEY_FILE, also in production, and none is generated then', () => {
    const file = join(home, 'mounted-key');
    writeFileSync(file, `${key}\n`, { mode: 0o440 });
    expect(loadKey({ MASTER_KEY_FILE: file })).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
    const { MASTER_KEY: _, ...rest } = production;
    expect(loadConfig({ ...rest, MASTER_KEY_FILE: file }).masterKey.toString('hex')).toBe(key);
    writeFileSync(join(home, 'weak'), '00'.repeat(32), { mode: 0o400 });
    expect(faultsOf({ ...rest, MASTER_KEY_FILE: join(home, 'weak') })).toEqual(['MASTER_KEY is too weak']);
  });

  test.each<[string, number | null, string, RegExp]>([
    ['may be read by anyone', 0o644, key, /read by others/],
    ['may be written by its group', 0o660, key, /read by others or written by its group/],
    ['is missing', null, key, /ENOENT/],
    ['is no key', 0o600, key.slice(2), /must contain 32 bytes/],
    ['is empty', 0o600, '', /must contain 32 bytes/],
  ])('in a file is refused when the file %s', (_, mode, content, fault) => {
    const file = join(home, 'mounted-key');
    if (mode !== null) {
      writeFileSync(file, content);
      chmodSync(file, mode);
    }
    for (const env of [{ DATA_DIR: dataDir }, { ...production, MASTER_KEY: '' }]) {
      const faults = faultsOf({ ...env, MASTER_KEY_FILE: file });
      expect(faults).toEqual([expect.stringMatching(/^MASTER_KEY_FILE /)]);
      expect(faults[0]).toMatch(fault);
      expect(faults.join()).not.toContain(key.slice(2));
    }
  });

  test('is refused when it is given twice', () => {
    const file = join(home, 'mounted-key');
    writeFileSync(file, key, { mode: 0o400 });
    expect(faultsOf({ ...production, MASTER_KEY_FILE: file })).toEqual([
      'MASTER_KEY and MASTER_KEY_FILE are both set; keep one',
    ]);
  });
});
