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
  /** The same server by the client's generated definitions, for what can't be seen through the client. */
  readonly raw: RawStreams;
  readonly url: string;
  /** What the address says beside where it is: TLS, who asks. */
  readonly address: ServerAddress;
  /** Of the one server that calls go to, in a cluster the leader. */
  readonly host: string;
  readonly port: number;
  /**
   * Follows 23.10, as the embedded node does. Since 24.10 a server says more often that it has caught up and how far it is, and counts
   * metadata as part of an append.
   */
  readonly isLike2310: boolean;
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
  const own: {
    client?: EventStoreDBClient;
    raw?: RawStreams;
    address?: ServerAddress;
    place?: { host: string; port: number };
    isLike2310?: boolean;
  } = {};
  const run = randomUUID().slice(0, 8);
  let names = 0;

  beforeAll(async () => {
    if (!url) ({ url, close: closeNode } = await startNode());
    own.address = parseServerAddress(url);
    own.place = await findServer(own.address);
    own.client = connect();
    own.raw = new RawStreams(own.place, own.address);
    const version = (await readFeatures(own.place, own.address)).getEventStoreServerVersion();
    own.isLike2310 = /^2[0-3]\./.test(version);
  });
  afterAll(async () => {
    own.raw?.close();
    await Promise.all(clients.map((client) => client.dispose()));
    await closeNode?.();
  });

  function connect(): EventStoreDBClient {
    // As the product connects: a follower would refuse what the leader takes.
    const client = EventStoreDBClient.connectionString(withLeader(discoverByAllHosts(server.url)));
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
    get address() {
      return required(own.address);
    },
    get host() {
      return required(own.place).host;
    },
    get port() {
      return required(own.place).port;
    },
    get isLike2310() {
      return required(own.isLike2310);
    },
    connect,
    stream: (hint = 'contract') => `${hint}-${run}-${++names}`,
  };
  return server;
}

async function startNode(): Promise<{ url: string; close: () => Promise<void> }> {
  // Only here, because a run against another server has no Postgres.
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

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the server is there when the tests run, not before');
  return value;
}
