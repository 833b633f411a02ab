import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import type { Figure } from '../measure.ts';
import { heldBy } from '../process-memory.ts';

/** (g) Memory of the whole embedded stack, Postgres included, once it is ready and idle. */
export async function measureMemory(): Promise<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-memory-'));
  const studio = await startStudioProcess(dataDir);
  try {
    const { all } = await heldBy(listProcessTree(studio.pid));
    const { all: node } = await heldBy([studio.pid]);
    return {
      name: '(g) resident memory of the embedded stack',
      measured: `${Math.round(all)} MiB (Node ${Math.round(node)}, Postgres ${Math.round(all - node)})`,
      goal: '–',
      met: null,
    };
  } finally {
    await studio.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
