import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import type { Figure } from '../measure.ts';
import { readMemory } from '../process-memory.ts';

/** (g) Measures the memory of the idle embedded studio with its Postgres. */
export async function measureMemory(): Promise<Figure> {
  const dataDir = await createDataDirectory('bench-memory');
  const studio = await startStudioProcess(dataDir);
  try {
    const { all } = await readMemory(listProcessTree(studio.pid));
    const { all: node } = await readMemory([studio.pid]);
    return {
      name: '(g) resident memory of the embedded stack',
      measured: `${Math.round(all)} MiB (Node ${Math.round(node)}, Postgres ${Math.round(all - node)})`,
      goal: '–',
      met: null,
    };
  } finally {
    await studio.stop();
    await removeDataDirectory(dataDir);
  }
}
