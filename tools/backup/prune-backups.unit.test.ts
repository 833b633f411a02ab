import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pruneBackups, removeDrafts } from './prune-backups.ts';

async function createFolder(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prune-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
}

const nameOf = (stamp: string) => `tideline-${stamp}.backup`;

it('keeps the newest backups and all other files', async () => {
  const others = ['erasures.log', 'notes.backup', 'tideline-20260101T000000Z.backup.txt'];
  const [old, older, twice, newest] = [
    nameOf('20260102T000000Z'),
    nameOf('20251231T235959Z'),
    nameOf('20260102T000000Z-2'),
    nameOf('20260103T000000Z'),
  ];
  const folder = await createFolder(...others, old, older, twice, newest);
  expect((await pruneBackups(folder, 2)).sort()).toEqual([older, old].sort());
  expect((await readdir(folder)).sort()).toEqual([...others, twice, newest].sort());
  expect(await pruneBackups(folder, 5)).toEqual([]);
});

it('removes the draft of a killed backup, not that of a running one', async () => {
  const mine = `${nameOf('20260102T000000Z')}.${process.pid}.part`;
  // No process has so high an id.
  const dead = `${nameOf('20260102T000000Z')}.99999999.part`;
  const folder = await createFolder(mine, dead, nameOf('20260102T000000Z'));
  await removeDrafts(folder);
  expect((await readdir(folder)).sort()).toEqual([nameOf('20260102T000000Z'), mine]);
});
