import { getContainerRuntimeClient } from 'testcontainers';
import { createEventStoreContainer, createPostgresContainer } from './servers.ts';

/** Servers from the images of docker-compose.yml, and the variables that make tests use them. */
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

/** Starts the servers that tests share. Returns null without Docker. */
export async function startContainers(): Promise<Containers | null> {
  if (!(await hasDocker())) return null;
  const servers = await Promise.all([createPostgresContainer(), createEventStoreContainer()]);
  const stop = async () => {
    await Promise.all(servers.map(({ server }) => server.remove()));
  };
  const started = await Promise.allSettled(servers.map(({ server }) => server.start()));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    // Removes the servers that did start.
    await stop();
    throw failed.reason;
  }
  const [postgres, eventStore] = servers;
  return {
    environment: {
      TEST_SERVERS: 'containers',
      TEST_POSTGRES_URL: postgres.url,
      // Only the contract tests use this server; every test studio gets one of its own.
      EVENT_STORE_URL: eventStore.url,
    },
    stop,
  };
}
