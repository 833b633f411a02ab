import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pruneBackups, removeDrafts } from './prune-backups.ts';

async function folderOf(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prune-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
}

const named = (stamp: string) => `tideline-${stamp}.backup`;

it('keeps the newest backups and whatever is none', async () => {
  const others = ['erasures.log', 'notes.backup', 'tideline-20260101T000000Z.backup.txt'];
  const [old, older, twice, newest] = [
    named('20260102T000000Z'),
    named('20251231T235959Z'),
    named('20260102T000000Z-2'),
    named('20260103T000000Z'),
  ];
  const folder = await folderOf(...others, old, older, twice, newest);
  expect((await pruneBackups(folder, 2)).sort()).toEqual([older, old].sort());
  expect((await readdir(folder)).sort()).toEqual([...others, twice, newest].sort());
  expect(await pruneBackups(folder, 5)).toEqual([]);
});

it('removes what a backup left behind that was killed, and not what one writes now', async () => {
  const mine = `${named('20260102T000000Z')}.${process.pid}.part`;
  // No process has so high an id.
  const dead = `${named('20260102T000000Z')}.99999999.part`;
  const folder = await folderOf(mine, dead, named('20260102T000000Z'));
  await removeDrafts(folder);
  expect((await readdir(folder)).sort()).toEqual([named('20260102T000000Z'), mine]);
});
