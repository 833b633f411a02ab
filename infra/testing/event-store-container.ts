import { GenericContainer, Wait } from 'testcontainers';
import { freePort } from '../embedded/postgres/free-port.ts';
import { composeImage } from './compose-images.ts';

/** A real EventStoreDB, empty and in memory, of the version that docker-compose.yml runs. */
export async function startEventStoreContainer(): Promise<{
  connectionString: string;
  stop(): Promise<void>;
}> {
  // Outside the same port as inside: a node tells others where it listens.
  const port = await freePort();
  const container = await new GenericContainer(
    composeImage('docker.eventstore.com/eventstore/eventstoredb-ee'),
  )
    .withEnvironment({
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_NODE_PORT: String(port),
      EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_START_STANDARD_PROJECTIONS: 'false',
    })
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .start();
  return {
    connectionString: `esdb://${container.getHost()}:${port}?tls=false`,
    async stop() {
      await container.stop();
    },
  };
}
