import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * `npm run test:faults`: the long tests of kills, outages and crashes. `npm test` runs the same files with fewer rounds (they read
 * TEST_FAULTS). One file runs at a time, because each starts many processes.
 */
const root = join(import.meta.dirname, '../..');
const files = [
  'tools/testing/separate-studio',
  'services/api/scenarios/outages',
  'embedded/disk-full.int.test.ts',
  'tools/testing/crash-points',
];

const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'integration', '--no-file-parallelism', ...files, ...process.argv.slice(2)],
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_FAULTS: 'long' } },
);
const [code] = await once(vitest, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
