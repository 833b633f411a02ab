import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ErasureEntry, extendErasureRegister, readErasureRegister } from './erasure-register.ts';

async function registerPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'erasure-register-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'backups', 'erasures.log');
}

const entry = (personId: string): ErasureEntry => ({
  personId,
  erasedAt: '2026-05-12T09:00:00.000Z',
  keyFingerprint: 'ab'.repeat(32),
});

it('the register is created on first use, adds only new entries, and is readable by its owner only', async () => {
  const path = await registerPath();
  expect(await readErasureRegister(path)).toBeNull();
  expect(await extendErasureRegister(path, [])).toBe(0);
  expect(await readErasureRegister(path)).toEqual({ entries: [], invalidLines: 0 });
  expect(await extendErasureRegister(path, [entry('a'), entry('b')])).toBe(2);
  expect(await extendErasureRegister(path, [entry('b'), entry('c')])).toBe(1);
  // The same number given out again after a restore, to a person with another key.
  const another = { ...entry('c'), keyFingerprint: 'cd'.repeat(32) };
  expect(await extendErasureRegister(path, [another])).toBe(1);
  const { entries } = (await readErasureRegister(path)) ?? { entries: [] };
  expect(entries).toEqual([entry('a'), entry('b'), entry('c'), another]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('loses one line to a crash, and counts it as invalid', async () => {
  const path = await registerPath();
  await extendErasureRegister(path, [entry('a')]);
  await appendFile(path, '{"personId":"b","era');
  expect(await readErasureRegister(path)).toEqual({ entries: [entry('a')], invalidLines: 1 });
  await extendErasureRegister(path, [entry('b')]);
  expect(await readErasureRegister(path)).toEqual({ entries: [entry('a'), entry('b')], invalidLines: 1 });
  expect((await readFile(path, 'utf8')).endsWith('\n')).toBe(true);
});
