import { GenericContainer, Wait } from 'testcontainers';
import { composeImage } from './compose-images.ts';

const port = 2113;

/** A real EventStoreDB, empty and in memory, of the version that docker-compose.yml runs. */
export async function startEventStoreContainer(): Promise<{
  connectionString: string;
  stop(): Promise<void>;
}> {
  const container = await new GenericContainer(composeImage('docker.eventstore.com/eventstore/eventstoredb-ee'))
    .withEnvironment({
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_START_STANDARD_PROJECTIONS: 'false',
    })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .start();
  return {
    connectionString: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    async stop() {
      await container.stop();
    },
  };
}
