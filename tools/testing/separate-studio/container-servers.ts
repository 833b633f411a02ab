import {
  createEventStoreContainer,
  createPostgresContainer,
  createRedisContainer,
} from '../containers/servers.ts';
import type { QueueKind, StudioServers } from './servers.ts';

/** Creates servers from the images of docker-compose.yml. */
export async function createContainerServers(kind: QueueKind): Promise<StudioServers> {
  const postgres = await createPostgresContainer();
  const eventStore = await createEventStoreContainer();
  const redis = kind === 'redis' ? await createRedisContainer() : null;
  const servers = [postgres, eventStore, redis].flatMap((one) => (one === null ? [] : [one.server]));
  return {
    postgres: postgres.server,
    eventStore: eventStore.server,
    redis: redis?.server ?? null,
    async start() {
      await Promise.all(servers.map((server) => server.start()));
      return { postgresUrl: postgres.url, eventStoreUrl: eventStore.url, redisUrl: redis?.url ?? null };
    },
    async remove() {
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
}
