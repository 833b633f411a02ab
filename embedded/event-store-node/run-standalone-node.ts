import { startEmbeddedPostgres } from '../postgres/start-postgres.ts';
import { startEventStoreNode } from './start-node.ts';

/**
 * Runs a node with a Postgres of its own until a signal or a failure, then ends both. Prints the connection string when it is ready. For
 * tests and tools: without a credential, every program on this machine can use it.
 */
export async function runStandaloneNode(options: { port: number; dataDir: string }): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const postgres = await startEmbeddedPostgres({ dataDir: options.dataDir });
  try {
    const node = await startEventStoreNode({ databaseUrl: postgres.url, port: options.port });
    console.log(node.connectionString);
    const failure = await Promise.race([signalled, node.onExit]);
    if (failure) throw failure;
    await node.stop();
  } finally {
    await postgres.stop();
  }
}
