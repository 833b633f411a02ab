import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { answerParent } from './child.ts';

/** Runs the embedded event store node alone in a process, without subscriptions. */
const node = await startEventStoreNode({ databaseUrl: process.env.STORE_DATABASE ?? '', port: 0 });

answerParent(
  async () => ({ url: node.connectionString }),
  () => node.stop(),
);
