import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function run(...options: readonly string[]) {
  const program = join(import.meta.dirname, 'event-store.ts');
  return spawnSync(process.execPath, [program, ...options], { encoding: 'utf8' });
}

it('explains its options and starts nothing with --help', () => {
  const { status, stdout, stderr } = run('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const option of ['--port N', '--data DIR', '--help']) expect(stdout).toContain(option);
});

it.each([
  ['--port', '70000'],
  ['--port', 'x'],
  ['--wrong', 'option'],
])('refuses %s %s with exit code 2', (...options) => {
  const { status, stderr } = run(...options);
  expect(status).toBe(2);
  expect(stderr).toContain(options[0]);
});
