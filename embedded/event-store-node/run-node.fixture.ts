import { startEventStoreNode } from './start-node.ts';

// A process of its own that can be killed: prints the connection string, then runs until it ends.
const [databaseUrl = '', port = '0'] = process.argv.slice(2);
const node = await startEventStoreNode({ databaseUrl, port: Number(port) });
console.log(node.connectionString);
await node.onExit;
