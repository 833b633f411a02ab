import { startEventStoreNode } from '../embedded/event-store-node/start-node.ts';

/**
 * An embedded event store on the database given (see `freshDatabase`), on a port of its own; stop it before the drop. A real
 * EventStoreDB in a container when TEST_EVENT_STORE is `container`.
 */
export async function freshEventStore(
  databaseUrl: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (process.env.TEST_EVENT_STORE === 'container') {
    const { startEventStoreContainer } = await import('./event-store-container.ts');
    return startEventStoreContainer();
  }
  const node = await startEventStoreNode({ databaseUrl, port: 0 });
  return { connectionString: node.connectionString, stop: () => node.stop() };
}
