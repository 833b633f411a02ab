import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll } from 'vitest';
import { RawStreams } from './raw-streams.fixture.ts';

export interface ContractServer {
  readonly client: EventStoreDBClient;
  /** The same server by the client's generated definitions, for what can't be seen through the client. */
  readonly raw: RawStreams;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Another client of the same server. */
  connect(): EventStoreDBClient;
  /** A stream name that no other test and no other run uses. */
  stream(hint?: string): string;
}

/**
 * The server that a file of the contract is stated against: that of EVENT_STORE_URL, else an embedded node on a
 * database of its own.
 */
export function contractServer(): ContractServer {
  let url = process.env.EVENT_STORE_URL;
  let closeNode: (() => Promise<void>) | undefined;
  const clients: EventStoreDBClient[] = [];
  const own: { client?: EventStoreDBClient; raw?: RawStreams } = {};
  const run = randomUUID().slice(0, 8);
  let names = 0;

  beforeAll(async () => {
    if (!url) ({ url, close: closeNode } = await startNode());
    own.client = connect();
    own.raw = new RawStreams(server.host, server.port);
  });
  afterAll(async () => {
    own.raw?.close();
    await Promise.all(clients.map((client) => client.dispose()));
    await closeNode?.();
  });

  function connect(): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(server.url);
    clients.push(client);
    return client;
  }
  const server: ContractServer = {
    get client() {
      return required(own.client);
    },
    get raw() {
      return required(own.raw);
    },
    get url() {
      return required(url);
    },
    get host() {
      return new URL(required(url).replace(/^esdb(\+discover)?:/, 'http:')).hostname;
    },
    get port() {
      return Number(new URL(required(url).replace(/^esdb(\+discover)?:/, 'http:')).port || 2113);
    },
    connect,
    stream: (hint = 'contract') => `${hint}-${run}-${++names}`,
  };
  return server;
}

async function startNode(): Promise<{ url: string; close: () => Promise<void> }> {
  // Only here, because a run against another server has no Postgres.
  const { freshDatabase } = await import('../../testing/shared-postgres.ts');
  const { freshEventStore } = await import('../../testing/shared-event-store.ts');
  const database = await freshDatabase({ empty: true });
  const node = await freshEventStore(database.url);
  const close = async (): Promise<void> => {
    await node.stop();
    await database.drop();
  };
  return { url: node.connectionString, close };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the server is there when the tests run, not before');
  return value;
}
