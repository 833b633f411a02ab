import { randomBytes } from 'node:crypto';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { composeImage } from './compose-images.ts';
import { startEventStoreContainer } from './event-store-container.ts';

/** Servers out of the images of docker-compose.yml, and the variables by which tests use them in place of the embedded ones. */
export interface Containers {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

async function hasDocker(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

/** Starts Postgres, Redis and EventStoreDB; null where there is no Docker. */
export async function startContainers(): Promise<Containers | null> {
  if (!(await hasDocker())) return null;
  const password = randomBytes(12).toString('hex');
  const starting = [
    new GenericContainer(composeImage('postgres'))
      .withEnvironment({ POSTGRES_USER: 'studio', POSTGRES_PASSWORD: password, POSTGRES_DB: 'studio' })
      .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
      .withExposedPorts(5432)
      // The image starts Postgres once to prepare it and then again for good.
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
      .start(),
    new GenericContainer(composeImage('redis'))
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .start(),
    startEventStoreContainer(),
  ] as const;
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
  };
  try {
    const [postgres, redis, eventStore] = await Promise.all(starting);
    return {
      environment: {
        TEST_POSTGRES_URL: `postgres://studio:${password}@${addressOf(postgres, 5432)}/studio`,
        TEST_REDIS_URL: `redis://${addressOf(redis, 6379)}`,
        // The contract looks at one server; every studio of a test gets one of its own.
        EVENT_STORE_URL: eventStore.connectionString,
        TEST_EVENT_STORE: 'container',
      },
      stop,
    };
  } catch (error) {
    // One did not start; the others must not stay.
    await stop();
    throw error;
  }
}
