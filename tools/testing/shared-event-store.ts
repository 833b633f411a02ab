import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { inContainers } from './containers/in-containers.ts';

/**
 * Starts an embedded event store on a database (see `freshDatabase`), or an EventStoreDB with `npm run test:containers`. Stop it
 * before the database is dropped.
 */
export async function freshEventStore(
  databaseUrl: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (inContainers) {
    // Imported here only, because testcontainers loads slowly.
    const { createEventStoreContainer } = await import('./containers/servers.ts');
    const { server, url } = await createEventStoreContainer();
    await server.start();
    return { connectionString: url, stop: () => server.remove() };
  }
  const node = await startEventStoreNode({ databaseUrl, port: 0 });
  return { connectionString: node.connectionString, stop: () => node.stop() };
}
