import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { ManagedProcess } from './managed-process.ts';
import type { QueueKind, StudioServers } from './servers.ts';

const root = join(import.meta.dirname, '../../..');

const createPostgres = (dataDir: string) =>
  new ManagedProcess({
    name: 'Postgres',
    command: process.execPath,
    args: [join(root, 'embedded/postgres/hold-postgres.fixture.ts'), dataDir],
    isReady: (printed) => printed.includes('"url"'),
  });

const createEventStore = (dataDir: string, port: number) =>
  new ManagedProcess({
    name: 'event store',
    command: process.execPath,
    args: [join(root, 'tools/tasks/event-store.ts'), '--port', String(port), '--data', dataDir],
    isReady: (printed) => printed.includes('esdb://'),
  });

/** Has the options of docker-compose.yml: every change is logged to disk before it is acknowledged. */
const createRedis = (directory: string, port: number) =>
  new ManagedProcess({
    name: 'Redis',
    command: 'redis-server',
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
      ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
    ],
    isReady: (printed) => printed.includes('Ready to accept connections'),
  });

/** Creates an embedded Postgres, an event store node with a Postgres of its own, and an installed Redis, each as a process. */
export async function createEmbeddedServers(kind: QueueKind, directory: string): Promise<StudioServers> {
  const [eventStorePort, redisPort] = await Promise.all([findFreePort(), findFreePort()]);
  const postgres = createPostgres(join(directory, 'postgres'));
  const eventStore = createEventStore(join(directory, 'event-store'), eventStorePort);
  const redis = kind === 'redis' ? createRedis(directory, redisPort) : null;
  return {
    postgres,
    eventStore,
    redis,
    async start() {
      await Promise.all(
        [postgres, eventStore, ...(redis === null ? [] : [redis])].map((server) => server.start()),
      );
      return {
        postgresUrl: z.object({ url: z.string() }).parse(JSON.parse(postgres.printed)).url,
        eventStoreUrl: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
        redisUrl: redis === null ? null : `redis://127.0.0.1:${redisPort}`,
      };
    },
    async remove() {
      await redis?.kill();
      // A killed Postgres would leave shared memory behind.
      await Promise.all(
        [postgres, eventStore]
          .filter(({ isRunning }) => isRunning)
          .map((server) => server.stop().catch(() => server.kill())),
      );
    },
  };
}
