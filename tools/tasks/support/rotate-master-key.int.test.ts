import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTask } from '#tools/backup/run-task.fixture.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';

const tokenAnswer = z.object({ token: z.string() });
const profileAnswer = z.object({ user: z.object({ name: z.string(), email: z.string() }) });

const ada = { email: 'ada@rotation.example', password: 'seaside-7' };
const anotherKey = '9f1c3e5a7b2d4f60819a2b3c4d5e6f70918a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

let home: string;
let dataDir: string;
let studio: StudioProcess;

const keyFile = () => `${dataDir}.keys/master-key`;
const nextKeyFile = () => `${dataDir}.keys/next-master-key`;
const readKey = async () => (await readFile(keyFile(), 'utf8')).trim();
const secrets = () => readFile(join(dataDir, 'secrets.json'), 'utf8');
const rotate = (environment: Readonly<Record<string, string>> = {}) =>
  runTask('rotate-master-key', [], { DATA_DIR: dataDir, ...environment });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'rotation-test-'));
  dataDir = join(home, 'data');
  studio = await startStudioProcess(dataDir);
  await new StudioClient(studio.base).signUp(ada.email, 'Ada Lovelace');
});
afterAll(async () => {
  await studio?.stop();
  await rm(home, { recursive: true, force: true });
});

/** Expects that Ada can sign in, her address is still unique, and the whole store verifies. */
async function expectIntact(): Promise<void> {
  const visitor = new StudioClient(studio.base);
  const signedIn = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', ada);
  const { user } = await new StudioClient(studio.base, signedIn.token).expect(
    profileAnswer,
    'GET',
    '/api/auth/user',
  );
  expect(user).toEqual({ name: 'Ada Lovelace', email: ada.email });
  await expect(visitor.signUp(ada.email, 'Somebody Else')).rejects.toThrow(/409|EMAIL/);
  const auditor = await visitor.staff('auditor');
  expect((await verifyStore(auditor)).holds).toBe(true);
}

describe('replacing the master key', () => {
  it('affects neither the running studio nor the next start', async () => {
    const [before, otherSecrets] = [await readKey(), await secrets()];
    const { code, printed } = await rotate();
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('Done.') });
    expect(printed).not.toContain('begun by a release');
    const after = await readKey();
    expect(after).not.toBe(before);
    expect(await secrets()).toBe(otherSecrets);
    for (const key of [before, after]) {
      expect(printed).not.toContain(key);
      expect(otherSecrets).not.toContain(key);
    }
    await expectIntact();

    await studio.stop();
    await expect(startStudioProcess(dataDir, { MASTER_KEY: before })).rejects.toThrow(
      'MASTER_KEY is not the key of this installation',
    );
    studio = await startStudioProcess(dataDir);
    await expectIntact();
  });

  it('is completed by a second call after an interruption before the file was written', async () => {
    await studio.stop();
    const before = await readKey();
    expect((await rotate()).code).toBe(0);
    const next = await readKey();
    await writeFile(keyFile(), before);
    await writeFile(nextKeyFile(), next);
    await expect(startStudioProcess(dataDir)).rejects.toThrow('run it again');
    expect((await rotate()).code).toBe(0);
    expect(await readKey()).toBe(next);
    studio = await startStudioProcess(dataDir);
    await expectIntact();
  });

  it('is completed by a second call after an interruption before the key was wrapped', async () => {
    await writeFile(nextKeyFile(), anotherKey);
    await studio.stop();
    studio = await startStudioProcess(dataDir);
    expect((await rotate()).code).toBe(0);
    expect(await readKey()).toBe(anotherKey);
    await expectIntact();
  });

  it('takes the new key from the environment when the old one is there', async () => {
    const MASTER_KEY = await readKey();
    const expectRefusal = async (NEW_MASTER_KEY: string, reason: string) =>
      expect(await rotate({ MASTER_KEY, NEW_MASTER_KEY })).toEqual({
        code: 2,
        printed: expect.stringContaining(reason),
      });
    await expectRefusal('', 'is missing');
    await expectRefusal('f3a9b1c2d4e5f607', 'must be 32 bytes');
    await expectRefusal('ab'.repeat(32), 'too weak');
    await expectRefusal(MASTER_KEY, 'are the same');
    const newKeyFile = join(home, 'new-key');
    await writeFile(newKeyFile, `${anotherKey}\n`, { mode: 0o644 });
    await chmod(newKeyFile, 0o644);
    expect(await rotate({ MASTER_KEY, NEW_MASTER_KEY_FILE: newKeyFile })).toEqual({
      code: 2,
      printed: expect.stringContaining('may be read by others'),
    });
    const NEW_MASTER_KEY = anotherKey.split('').toReversed().join('');
    const wrong = await rotate({ MASTER_KEY: NEW_MASTER_KEY, NEW_MASTER_KEY: `${anotherKey.slice(2)}0d` });
    expect(wrong).toEqual({ code: 1, printed: expect.stringContaining('is not the key') });

    expect(await rotate({ MASTER_KEY, NEW_MASTER_KEY })).toEqual({
      code: 0,
      printed: expect.stringContaining('set MASTER_KEY to the new key'),
    });
    expect(await readKey()).toBe(MASTER_KEY);
    await studio.stop();
    await writeFile(newKeyFile, `${NEW_MASTER_KEY}\n`);
    await chmod(newKeyFile, 0o400);
    studio = await startStudioProcess(dataDir, { MASTER_KEY_FILE: newKeyFile });
    await expectIntact();
    // The other tests find the key in the installation's own file.
    await writeFile(keyFile(), NEW_MASTER_KEY);
  });
});

it('fails without an installation', async () => {
  const nowhere = join(dataDir, 'nowhere');
  expect(await rotate({ DATA_DIR: nowhere })).toEqual({
    code: 2,
    printed: `There is no installation in ${nowhere}.\n`,
  });
});
