import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { isAlive, isKnown, startedAt } from './process-identity.ts';

it('knows itself, and no process 0x3fffffff', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(startedAt(process.pid)).toBe(startedAt(process.pid));
  expect(startedAt(process.pid)).not.toBe(startedAt(process.ppid));
  expect(isKnown(0x3fffffff)).toBe(false);
  expect(isAlive(0x3fffffff)).toBe(false);
});

it('takes a process that ended but was not cleared away for dead', {
  skip: process.platform !== 'linux',
}, async () => {
  // The long `sleep` never asks after the child that it inherits; the shell that it replaces might, had the child ended before.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60']);
  try {
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    await waitFor(() => !isAlive(pid));
    expect(isKnown(pid)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});
