import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { removeLeftovers } from './global-memory.ts';
import { mountSmallDisk } from './outages/small-disk.ts';

it('removes the folder of a killed run, with the file system that it left mounted', async ({ skip }) => {
  skip(!existsSync('/dev/shm'), 'This environment has no folder in memory.');
  const { pid: endedPid } = spawnSync('true');
  const folder = `/dev/shm/tideline-tests-${endedPid}-killed`;
  await mkdir(folder);
  const disk = await mountSmallDisk(1, folder);
  disk?.fill();
  await removeLeftovers();
  expect(existsSync(folder)).toBe(false);
});
