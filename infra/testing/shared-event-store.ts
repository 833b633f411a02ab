import { startEventStoreNode } from '../embedded/event-store-node/start-node.ts';

/** An embedded event store on the database given (see `freshDatabase`), on a port of its own; stop it before the drop. */
export async function freshEventStore(
  databaseUrl: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const node = await startEventStoreNode({ databaseUrl, port: 0 });
  return { connectionString: node.connectionString, stop: () => node.stop() };
}
