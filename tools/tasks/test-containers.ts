import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startContainers } from '../testing/containers/start-containers.ts';

/**
 * `npm run test:containers`: runs tests of `npm test` on the images of docker-compose.yml instead of the embedded
 * servers. They are the event store's contract, read models, the queue, races, outages, crash points, and the studio
 * in separate processes. Without Docker it passes with a message.
 */
const root = join(import.meta.dirname, '../..');
// Tests that start the embedded studio are left out, because it uses none of the images.
const files = [
  'infra/event-store',
  'infra/postgres',
  'infra/queue',
  'tools/testing/crash-points',
  'tools/testing/separate-studio',
  'tools/testing/shared-event-store.int.test.ts',
  'projections',
  'services/api/scenarios/outages',
  'services/api/load-shedding/booking-queue.int.test.ts',
  'services/api/scenarios/live-events.int.test.ts',
  'services/api/scenarios/races.int.test.ts',
  'services/api/scenarios/templates.int.test.ts',
  'workers/maintain-schedules.int.test.ts',
  'workers/reactors/count-events.int.test.ts',
];

const containers = await startContainers();
if (containers === null) {
  console.log('skipped: Docker is not available, so nothing was tested against the real images');
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
