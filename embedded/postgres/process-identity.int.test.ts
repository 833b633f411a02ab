import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { isAlive, isPidUsed, readStartTime } from './process-identity.ts';

it('recognises its own process, and reports an unused id as not alive', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(readStartTime(process.pid)).toBe(readStartTime(process.pid));
  expect(readStartTime(process.pid)).not.toBe(readStartTime(process.ppid));
  expect(isPidUsed(0x3fffffff)).toBe(false);
  expect(isAlive(0x3fffffff)).toBe(false);
});

it('reports a zombie as not alive', {
  skip: process.platform !== 'linux',
}, async () => {
  // `sleep 60` never reaps its child. The child outlives the shell that `exec` replaces, because a shell would reap it.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60']);
  try {
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    await waitFor(() => !isAlive(pid));
    expect(isPidUsed(pid)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});
