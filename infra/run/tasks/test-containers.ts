import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startContainers } from '../../testing/containers.ts';

/**
 * `npm run test:containers`: the promises that `npm test` holds on the embedded parts, held on the images that docker-compose.yml
 * names: the event store's contract, races, crashes of a booking, read models, the queue. Without Docker it says so, and that is all.
 */
const root = join(import.meta.dirname, '../../..');
const files = [
  'infra/event-store',
  'infra/postgres',
  'infra/queue',
  'projections',
  'services/api/stories/races.int.test.ts',
  'services/api/stories/payments.int.test.ts',
  'services/api/stories/waitlist.int.test.ts',
  'services/api/stories/rules-of-time.int.test.ts',
];

const containers = await startContainers();
if (containers === null) {
  console.log('skipped: no Docker answers on this machine, so nothing was tested against the real images');
  process.exit(0);
}
try {
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', 'integration', '--no-file-parallelism', '--test-timeout', '180000'],
      ...files,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...containers.environment } },
  );
  const [code] = await once(vitest, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
} finally {
  await containers.stop();
}
