import { expect, it, onTestFinished, vi } from 'vitest';
import { runChecks } from './run-checks.ts';

it.each([
  [2, 0, 0],
  [2, 1, 1],
  [0, 0, 1],
])('returns, after %i passed and %i failed tests, the exit code %i', async (passed, failed, exitCode) => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const run = async () => ({ passed, failed, output: '' });
  expect(await runChecks([{ name: 'unit tests', run }])).toBe(exitCode);
  expect(log).toHaveBeenLastCalledWith(`${passed} passed, ${failed} failed`);
});
