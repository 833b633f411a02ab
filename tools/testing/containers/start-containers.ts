import { getContainerRuntimeClient } from 'testcontainers';
import { eventStoreContainer, postgresContainer } from './servers.ts';

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

/** Starts what tests share; null where there is no Docker. */
export async function startContainers(): Promise<Containers | null> {
  if (!(await hasDocker())) return null;
  const servers = await Promise.all([postgresContainer(), eventStoreContainer()]);
  const stop = async () => {
    await Promise.all(servers.map(({ server }) => server.remove()));
  };
  const started = await Promise.allSettled(servers.map(({ server }) => server.start()));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    // The others must not stay.
    await stop();
    throw failed.reason;
  }
  const [postgres, eventStore] = servers;
  return {
    environment: {
      TEST_SERVERS: 'containers',
      TEST_POSTGRES_URL: postgres.url,
      // The contract looks at one server; every studio of a test gets one of its own.
      EVENT_STORE_URL: eventStore.url,
    },
    stop,
  };
}
