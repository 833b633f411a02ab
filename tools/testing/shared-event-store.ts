import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { inContainers } from './containers/in-containers.ts';

/**
 * An embedded event store on the database given (see `freshDatabase`), on a port of its own; stop it before the drop. A real
 * EventStoreDB in a container where those are asked for.
 */
export async function freshEventStore(
  databaseUrl: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (inContainers) {
    // Only here, because it takes its time to load.
    const { eventStoreContainer } = await import('./containers/servers.ts');
    const { server, url } = await eventStoreContainer();
    await server.start();
    return { connectionString: url, stop: () => server.remove() };
  }
  const node = await startEventStoreNode({ databaseUrl, port: 0 });
  return { connectionString: node.connectionString, stop: () => node.stop() };
}
