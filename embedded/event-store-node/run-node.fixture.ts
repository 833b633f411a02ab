import { startEventStoreNode } from './start-node.ts';

// A separate process that a test can kill: prints the connection string, then runs until the node ends.
const [databaseUrl = '', port = '0'] = process.argv.slice(2);
const node = await startEventStoreNode({ databaseUrl, port: Number(port) });
console.log(node.connectionString);
await node.onExit;
