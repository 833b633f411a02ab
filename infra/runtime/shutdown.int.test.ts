import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';

const fixture = fileURLToPath(new URL('./shutdown.fixture.ts', import.meta.url));

/** Starts a process whose middle step behaves as given, and waits until it is ready. */
async function start(how: 'signalled twice' | 'fails' | 'hangs') {
  const child = spawn(process.execPath, [fixture, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  // Unlike `exit`, it comes after the last output.
  const exited = once(child, 'close');
  await waitFor(() => printed.includes('ready'));
  return {
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    steps: () => printed.split('\n').filter((line) => /^\w+$/.test(line)),
    errors: () => printed.split('\n').filter((line) => line.includes('"level":"error"')),
    waitForExit: async () => {
      await exited;
      return child.exitCode;
    },
  };
}

test('runs each step once, the last added first, though one Ctrl-C sends two signals', async () => {
  const process = await start('signalled twice');
  process.signal('SIGINT');
  expect(await process.waitForExit()).toBe(0);
  expect(process.steps()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.errors()).toEqual([]);
});

test('runs the other steps after one that fails, logs it and exits with 1', async () => {
  const process = await start('fails');
  process.signal('SIGTERM');
  expect(await process.waitForExit()).toBe(1);
  expect(process.steps()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.errors()).toEqual([expect.stringContaining('"step":"jobs"')]);
});

test('leaves a step that hangs after its timeout', async () => {
  const process = await start('hangs');
  process.signal('SIGTERM');
  expect(await process.waitForExit()).toBe(1);
  expect(process.steps()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.errors()).toEqual([expect.stringContaining('It took too long')]);
});

test('exits immediately on a second signal', async () => {
  const process = await start('hangs');
  process.signal('SIGTERM');
  await waitFor(() => process.steps().includes('jobs'));
  let ended = false;
  const code = process.waitForExit().finally(() => {
    ended = true;
  });
  // The first ones still count as repeated.
  await waitFor(() => {
    process.signal('SIGINT');
    return ended;
  });
  expect(await code).toBe(130);
  expect(process.steps()).not.toContain('connections');
});
