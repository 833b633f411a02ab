import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { Part } from './part.ts';
import type { QueueKind, StudioServers } from './servers.ts';

const root = join(import.meta.dirname, '../../..');

const postgresPart = (dataDir: string) =>
  new Part({
    name: 'Postgres',
    command: process.execPath,
    args: [join(root, 'embedded/postgres/hold-postgres.fixture.ts'), dataDir],
    isReady: (printed) => printed.includes('"url"'),
  });

const eventStorePart = (dataDir: string, port: number) =>
  new Part({
    name: 'event store',
    command: process.execPath,
    args: [join(root, 'tools/tasks/event-store.ts'), '--port', String(port), '--data', dataDir],
    isReady: (printed) => printed.includes('esdb://'),
  });

/** With what docker-compose.yml gives it: every change is in its log before it is answered. */
const redisPart = (directory: string, port: number) =>
  new Part({
    name: 'Redis',
    command: 'redis-server',
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
      ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
    ],
    isReady: (printed) => printed.includes('Ready to accept connections'),
  });

/** The embedded parts as processes of their own: Postgres, the event store (a node with a Postgres of its own), an installed Redis. */
export async function embeddedServers(kind: QueueKind, directory: string): Promise<StudioServers> {
  const [eventStorePort, redisPort] = await Promise.all([findFreePort(), findFreePort()]);
  const postgres = postgresPart(join(directory, 'postgres'));
  const eventStore = eventStorePart(join(directory, 'event-store'), eventStorePort);
  const redis = kind === 'redis' ? redisPart(directory, redisPort) : null;
  return {
    postgres,
    eventStore,
    redis,
    async start() {
      await Promise.all(
        [postgres, eventStore, ...(redis === null ? [] : [redis])].map((part) => part.start()),
      );
      return {
        postgresUrl: z.object({ url: z.string() }).parse(JSON.parse(postgres.printed)).url,
        eventStoreUrl: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
        redisUrl: redis === null ? null : `redis://127.0.0.1:${redisPort}`,
      };
    },
    async remove() {
      await redis?.kill();
      // Killed, they would leave shared memory behind.
      await Promise.all(
        [postgres, eventStore]
          .filter(({ isRunning }) => isRunning)
          .map((part) => part.stop().catch(() => part.kill())),
      );
    },
  };
}
