import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tasks = join(import.meta.dirname, '..');
const tasksWithOptions = readdirSync(tasks).filter(
  (name) => name.endsWith('.ts') && readFileSync(join(tasks, name), 'utf8').includes('readOptions('),
);

function run(task: string, ...args: readonly string[]): { status: number | null; output: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(tasks, task), ...args], { encoding: 'utf8' });
  return { status, output: stderr };
}

it.each(tasksWithOptions)('%s reports an unknown option and prints its usage', (task) => {
  const { status, output } = run(task, '--nonsense');
  expect({ status, first: output.split('\n')[0] }).toEqual({
    status: 2,
    first: "Unknown option '--nonsense'.",
  });
  expect(output.split('\n').length).toBeGreaterThan(2);
  expect(output).not.toContain('    at ');
});

it('rejects an invalid number before it does anything', () => {
  for (const keep of ['0', '2.5', 'all', '']) {
    const { status, output } = run('backup.ts', '--keep', keep);
    expect({ status, output }).toEqual({
      status: 2,
      output: `--keep takes a whole number from 1 up, not "${keep}".\n`,
    });
  }
});
