import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';

const fixture = fileURLToPath(new URL('./shutdown.fixture.ts', import.meta.url));

/** A process whose parts stop in a certain way, once it is ready. */
async function start(how: 'told twice' | 'fails' | 'hangs') {
  const child = spawn(process.execPath, [fixture, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const exited = once(child, 'exit');
  await waitFor(() => printed.includes('ready'));
  return {
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    said: () => printed.split('\n').filter((line) => /^\w+$/.test(line)),
    complaints: () => printed.split('\n').filter((line) => line.includes('"level":"error"')),
    ended: async () => {
      await exited;
      return child.exitCode;
    },
  };
}

test('what was started last is stopped first, once, though one Ctrl-C is told twice', async () => {
  const process = await start('told twice');
  process.signal('SIGINT');
  expect(await process.ended()).toBe(0);
  expect(process.said()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.complaints()).toEqual([]);
});

test('a part that fails does not keep the others from stopping, and the process says so', async () => {
  const process = await start('fails');
  process.signal('SIGTERM');
  expect(await process.ended()).toBe(1);
  expect(process.said()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.complaints()).toEqual([expect.stringContaining('"step":"jobs"')]);
});

test('a part that hangs is left after its time', async () => {
  const process = await start('hangs');
  process.signal('SIGTERM');
  expect(await process.ended()).toBe(1);
  expect(process.said()).toEqual(['ready', 'requests', 'jobs', 'connections']);
  expect(process.complaints()).toEqual([expect.stringContaining('It took too long')]);
});

test('a second signal ends it at once', async () => {
  const process = await start('hangs');
  process.signal('SIGTERM');
  await waitFor(() => process.said().includes('jobs'));
  let ended = false;
  const code = process.ended().finally(() => {
    ended = true;
  });
  // The first of them still belong to the same gesture.
  await waitFor(
    () => {
      process.signal('SIGINT');
      return ended;
    },
    { timeout: 20_000 },
  );
  expect(await code).toBe(130);
  expect(process.said()).not.toContain('connections');
});
