import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startStudioProcess } from '../testing/studio-process.ts';

it.runIf(process.platform === 'linux')(
  'event store and read models give way to the thread that answers',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'answer-first-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const studio = await startStudioProcess(dataDir);
    onTestFinished(() => studio.killEverything());
    const usual = getPriority();
    const threads = `/proc/${studio.pid}/task`;
    const priorities = new Map<string, number>();
    for (const thread of await readdir(threads)) {
      const name = (await readFile(`${threads}/${thread}/comm`, 'utf8')).trim();
      priorities.set(name, getPriority(Number(thread)) - usual);
    }
    expect(priorities.get('MainThread')).toBe(0);
    expect(priorities.get('event-store')).toBe(5);
    expect(priorities.get('projections')).toBe(5);
  },
);
