import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll } from 'vitest';
import { discoverByAllHosts } from '../connection.ts';
import { RawStreams } from './raw-streams.fixture.ts';
import {
  findServer,
  parseServerAddress,
  readFeatures,
  type ServerAddress,
} from './server-address.fixture.ts';

export interface ContractServer {
  readonly client: EventStoreDBClient;
  /** The same server by db-client's generated definitions, for messages that db-client hides. */
  readonly raw: RawStreams;
  readonly url: string;
  /** The address with its TLS and user options. */
  readonly address: ServerAddress;
  /** Host of the server that receives the calls, in a cluster of the leader. */
  readonly host: string;
  readonly port: number;
  /**
   * Whether the server behaves like 23.10, as the embedded node does. Since 24.10 a server sends more `caughtUp` and checkpoint
   * messages, and counts metadata in the size of an append.
   */
  readonly isLike2310: boolean;
  /** Whether it is the embedded node, as the server itself reports. */
  readonly isEmbeddedNode: boolean;
  /** Another client of the same server. */
  connect(): EventStoreDBClient;
  /** A stream name that no other test and no other run uses. */
  stream(hint?: string): string;
}

/** The server that a contract test runs against: that of EVENT_STORE_URL, else an embedded node on its own database. */
export function contractServer(): ContractServer {
  let url = process.env.EVENT_STORE_URL;
  let closeNode: (() => Promise<void>) | undefined;
  const clients: EventStoreDBClient[] = [];
  const started: {
    client?: EventStoreDBClient;
    raw?: RawStreams;
    address?: ServerAddress;
    place?: { host: string; port: number };
    version?: string;
  } = {};
  const run = randomUUID().slice(0, 8);
  let names = 0;

  beforeAll(async () => {
    if (!url) ({ url, close: closeNode } = await startNode());
    started.address = parseServerAddress(url);
    started.place = await findServer(started.address);
    started.client = connect();
    started.raw = new RawStreams(started.place, started.address);
    started.version = (await readFeatures(started.place, started.address)).getEventStoreServerVersion();
  });
  afterAll(async () => {
    started.raw?.close();
    await Promise.all(clients.map((client) => client.dispose()));
    await closeNode?.();
  });

  function connect(): EventStoreDBClient {
    // Connects as the product does: a follower refuses appends.
    const client = EventStoreDBClient.connectionString(withLeader(discoverByAllHosts(server.url)));
    clients.push(client);
    return client;
  }
  const server: ContractServer = {
    get client() {
      return requireStarted(started.client);
    },
    get raw() {
      return requireStarted(started.raw);
    },
    get url() {
      return requireStarted(url);
    },
    get address() {
      return requireStarted(started.address);
    },
    get host() {
      return requireStarted(started.place).host;
    },
    get port() {
      return requireStarted(started.place).port;
    },
    get isLike2310() {
      return /^2[0-3]\./.test(requireStarted(started.version));
    },
    get isEmbeddedNode() {
      return requireStarted(started.version).endsWith('+tideline');
    },
    connect,
    stream: (hint = 'contract') => `${hint}-${run}-${++names}`,
  };
  return server;
}

async function startNode(): Promise<{ url: string; close: () => Promise<void> }> {
  // Imported here, because a run against another server has no Postgres.
  const { freshDatabase } = await import('#tools/testing/shared-postgres.ts');
  const { freshEventStore } = await import('#tools/testing/shared-event-store.ts');
  const database = await freshDatabase({ empty: true });
  const node = await freshEventStore(database.url);
  const close = async (): Promise<void> => {
    await node.stop();
    await database.drop();
  };
  return { url: node.connectionString, close };
}

function withLeader(url: string): string {
  if (!parseServerAddress(url).discover || /nodepreference/i.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}nodePreference=leader`;
}

function requireStarted<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The server is only available while tests run');
  return value;
}
