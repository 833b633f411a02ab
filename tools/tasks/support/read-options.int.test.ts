import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tasks = join(import.meta.dirname, '..');
const withOptions = readdirSync(tasks).filter(
  (name) => name.endsWith('.ts') && readFileSync(join(tasks, name), 'utf8').includes('readOptions('),
);

function run(task: string, ...args: readonly string[]): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(tasks, task), ...args], { encoding: 'utf8' });
  return { status, said: stderr };
}

it.each(withOptions)('%s says in a sentence that it has no such option, and which it has', (task) => {
  const { status, said } = run(task, '--nonsense');
  expect({ status, first: said.split('\n')[0] }).toEqual({
    status: 2,
    first: "Unknown option '--nonsense'.",
  });
  expect(said.split('\n').length).toBeGreaterThan(2);
  expect(said).not.toContain('    at ');
});

it('refuses a number that is none, before anything is done', () => {
  for (const keep of ['0', '2.5', 'all', '']) {
    const { status, said } = run('backup.ts', '--keep', keep);
    expect({ status, said }).toEqual({
      status: 2,
      said: `--keep takes a whole number from 1 up, not "${keep}".\n`,
    });
  }
});
