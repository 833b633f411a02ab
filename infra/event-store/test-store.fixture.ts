import { randomUUID } from 'node:crypto';
import { type EventStoreNode, startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import { createMemberKeys, type MemberKeys } from '../crypto/member-keys.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { createEventStore } from './create-event-store.ts';
import type { EventRegistry } from './registry.ts';
import type { CommandContext, EventStore, RunnableDecider } from './types.ts';

export type TestEvent =
  | { type: 'Counted'; data: { by: number } }
  | { type: 'Noted'; data: { memberId: string; personal: { note: string } | { forgotten: true } } };

export const testRegistry: EventRegistry<TestEvent> = {
  Counted: { version: 1 },
  Noted: { version: 1, personal: true },
};

/** A decider that sums numbers. */
export interface Counter {
  readonly total: number;
}
export const counter: RunnableDecider<Counter, TestEvent> = {
  stream: (id) => `counter-${id}`,
  initial: { total: 0 },
  evolve: (state, event) => (event.type === 'Counted' ? { total: state.total + event.data.by } : state),
};

export function counted(by = 1): TestEvent {
  return { type: 'Counted', data: { by } };
}

export function command(commandId: string = randomUUID()): CommandContext {
  return { now: new Date(0), commandId, actor: { kind: 'system', name: 'test' } };
}

export interface TestServer {
  readonly keys: MemberKeys;
  readonly connectionString: string;
  readonly logger: Logger;
  /** The logged lines of JSON. */
  readonly log: readonly string[];
  createStore<E extends TestEvent | { type: string; data: object } = TestEvent>(
    registry: EventRegistry<E>,
  ): EventStore<E>;
  /** Stops the node and starts it again on the same port; `down` runs in between. */
  restart(down?: () => Promise<void>): Promise<void>;
  stopNode(): Promise<void>;
  startNode(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an event store node on its own database. */
export async function startTestServer(): Promise<TestServer> {
  const database = await freshDatabase();
  const rootKey = Buffer.alloc(32, 7);
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  const sealer = createSealer(keys);
  const log: string[] = [];
  const logger = createLogger({
    level: 'info',
    component: 'test',
    destination: { write: (line) => log.push(line) },
  });
  const stores: { close(): Promise<void> }[] = [];
  let node: EventStoreNode = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  const { port, connectionString } = node;

  async function startNode(): Promise<void> {
    node = await startEventStoreNode({ databaseUrl: database.url, port });
  }
  return {
    keys,
    connectionString,
    logger,
    log,
    createStore(registry) {
      const store = createEventStore({ connectionString, registry, sealer, logger });
      stores.push(store);
      return store;
    },
    async restart(down) {
      await node.stop();
      await down?.();
      await startNode();
    },
    stopNode: () => node.stop(),
    startNode,
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await node.stop();
      await database.drop();
    },
  };
}
