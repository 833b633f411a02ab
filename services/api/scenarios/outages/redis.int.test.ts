import { it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { hasRedisServer } from '#tools/testing/outages/redis-server.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';
import { makeWorld } from '#tools/testing/outages/world.ts';

const middles = isLong ? [1, 5, 20, 60] : [5];

if (!hasRedisServer)
  console.log('skipped: no redis-server is installed here, so its outages were not tested');

it.skipIf(!hasRedisServer)(
  'goes on without Redis, and does what was queued when it is back',
  { timeout: 1_800_000 },
  async () => {
    const studio = await startOutageStudio({ withRedis: true });
    try {
      const { redis } = studio.wires;
      if (redis === null) throw new Error('The studio has no Redis');
      const part = { name: 'Redis', wire: redis, readsGoOn: 'all', commandsGoOn: true } as const;
      await checkRows('Redis', await makeWorld(studio), [
        wireOutage(part, 'gone', 'before'),
        ...(['gone', 'silent', 'deaf'] as const).flatMap((fault) =>
          middles.map((afterPieces) => wireOutage(part, fault, { afterPieces })),
        ),
        wireOutage(part, 'slow', 'before'),
      ]);
    } finally {
      await studio.stop();
    }
  },
);
