import { it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { hasRedisServer } from '#tools/testing/outages/redis-server.ts';
import { createTestWorld } from '#tools/testing/outages/test-world.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';

const middles = isLong ? [1, 5, 20, 60] : [5];

if (!hasRedisServer)
  console.log('skipped: no redis-server is installed here, so its outages were not tested');

it.skipIf(!hasRedisServer)(
  'serves requests without Redis, and runs the queued jobs when it is back',
  { timeout: 1_800_000 },
  async () => {
    const studio = await startOutageStudio({ withRedis: true });
    try {
      const { redis } = studio.wires;
      if (redis === null) throw new Error('The studio has no Redis');
      const part = { name: 'Redis', wire: redis, readsContinue: 'all', commandsContinue: true } as const;
      await checkRows('Redis', await createTestWorld(studio), [
        wireOutage(part, 'unreachable', 'before'),
        ...(['unreachable', 'half-open', 'answers lost'] as const).flatMap((fault) =>
          middles.map((afterChunks) => wireOutage(part, fault, { afterChunks })),
        ),
        wireOutage(part, 'slow', 'before'),
      ]);
    } finally {
      await studio.stop();
    }
  },
);
