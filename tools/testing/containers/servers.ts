import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { connectRedis } from '#infra/queue/redis-connection.ts';
import { readComposeImage } from './compose-images.ts';
import { ContainerServer } from './container-server.ts';

/** A server that is not started yet, and its future address. */
export interface AddressedServer {
  readonly server: ContainerServer;
  readonly url: string;
}

/** Creates an empty EventStoreDB of the version in docker-compose.yml. */
export async function createEventStoreContainer(): Promise<AddressedServer> {
  // The same port inside and outside, because a node advertises its own port.
  const port = await findFreePort();
  const server = new ContainerServer({
    name: 'EventStoreDB',
    image: readComposeImage('docker.eventstore.com/eventstore/eventstoredb-ee'),
    environment: {
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_NODE_PORT: String(port),
      EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_START_STANDARD_PROJECTIONS: 'false',
    },
    port: { inside: port, outside: port },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).status === 204,
  });
  return { server, url: `esdb://127.0.0.1:${port}?tls=false` };
}

/** Creates a Postgres whose data survives a kill, but not a power cut. */
export async function createPostgresContainer(): Promise<AddressedServer> {
  const password = randomBytes(12).toString('hex');
  const port = await findFreePort();
  const url = `postgres://studio:${password}@127.0.0.1:${port}/studio`;
  const server = new ContainerServer({
    name: 'Postgres',
    image: readComposeImage('postgres'),
    environment: { POSTGRES_USER: 'studio', POSTGRES_PASSWORD: password, POSTGRES_DB: 'studio' },
    command: ['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'],
    port: { inside: 5432, outside: port },
    async isReady() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
      return true;
    },
  });
  return { server, url };
}

/** Creates a Redis with the options of docker-compose.yml: every change is logged before it is acknowledged. */
export async function createRedisContainer(): Promise<AddressedServer> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const server = new ContainerServer({
    name: 'Redis',
    image: readComposeImage('redis'),
    command: ['redis-server', '--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
    port: { inside: 6379, outside: port },
    async isReady() {
      const redis = connectRedis(url, 'producers', () => {});
      try {
        return (await redis.ping()) === 'PONG';
      } finally {
        redis.disconnect();
      }
    },
  });
  return { server, url };
}
