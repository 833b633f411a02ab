import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runVitest } from './vitest-checks.ts';

/** Runs vitest, as `npm test` does, on files of these contents. */
async function checking(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'checked-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  return runVitest(['--root', root, '--globals']);
}

describe('runVitest', () => {
  it('counts passed tests', async () => {
    const { passed, failed } = await checking({
      'a.test.ts': "it('adds', () => {}); it('takes away', () => {}); it.skip('divides', () => {});",
    });
    expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
  });

  it('prints failed tests first, with their errors and causes', async () => {
    const { passed, failed, failures, output } = await checking({
      'a.test.ts':
        "it('adds', () => {}); describe('of two', () => it('takes away', () => { throw new Error('no pass', { cause: new Error('no lot') }); }));",
    });
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(failures).toEqual([expect.stringMatching(/a\.test\.ts of two > takes away$/)]);
    expect(output).toMatch(/^FAILED .*a\.test\.ts\n {2}of two > takes away\nError: no pass\n/);
    expect(output).toMatch(/^Caused by: Error: no lot$/m);
  });

  it.each(['beforeAll', 'afterAll'])(
    'reports an error of %s, in a describe block and at file level',
    async (hook) => {
      const broken = (what: string) => `${hook}(() => { throw new Error('${what}'); });`;
      const { failed, output } = await checking({
        'a.test.ts': `describe('the disk', () => { ${broken('no disk')} it('fills', () => {}); });`,
        'b.test.ts': `${broken('no server')} it('serves', () => {});`,
      });
      expect(failed).toBe(2);
      expect(output).toMatch(/^FAILED .*a\.test\.ts\n {2}around the disk\nError: no disk$/m);
      expect(output).toMatch(/^FAILED .*b\.test\.ts\n {2}the file itself\nError: no server$/m);
    },
  );

  it('counts a file that fails to load', async () => {
    const { failed, output } = await checking({ 'a.test.ts': "import './none.ts'; it('is', () => {});" });
    expect(failed).toBe(1);
    expect(output).toMatch(/^FAILED .*a\.test\.ts\n {2}the file itself\n.*none\.ts/);
  });

  it('counts an error outside any test', async () => {
    const { failed, output } = await checking({
      'a.test.ts':
        "it('leaves', async () => { setTimeout(() => { throw new Error('too late'); }, 1); await new Promise((r) => setTimeout(r, 50)); });",
    });
    expect(failed).toBe(1);
    expect(output).toMatch(/^FAILED\n {2}outside any test\nError: too late$/m);
  });

  it('counts a run that fails before the first test', async () => {
    const { passed, failed, output } = await runVitest(['--no-such-option']);
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
    expect(output).toContain('Unknown option');
  });
});
