import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { connectRedis } from '#infra/queue/redis-connection.ts';
import { composeImage } from './compose-images.ts';
import { ContainerServer } from './container-server.ts';

/** A server that is not started yet, and where it will be. */
export interface AddressedServer {
  readonly server: ContainerServer;
  readonly url: string;
}

/** A real EventStoreDB, empty, of the version that docker-compose.yml runs. */
export async function eventStoreContainer(): Promise<AddressedServer> {
  // Outside the same port as inside: a node tells others where it listens.
  const port = await findFreePort();
  const server = new ContainerServer({
    name: 'EventStoreDB',
    image: composeImage('docker.eventstore.com/eventstore/eventstoredb-ee'),
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

/** Keeps what it acknowledged when it is killed, but not through a power cut, which nobody tries. */
export async function postgresContainer(): Promise<AddressedServer> {
  const password = randomBytes(12).toString('hex');
  const port = await findFreePort();
  const url = `postgres://studio:${password}@127.0.0.1:${port}/studio`;
  const server = new ContainerServer({
    name: 'Postgres',
    image: composeImage('postgres'),
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

/** With what docker-compose.yml gives it: every change is in its log before it is answered. */
export async function redisContainer(): Promise<AddressedServer> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const server = new ContainerServer({
    name: 'Redis',
    image: composeImage('redis'),
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
