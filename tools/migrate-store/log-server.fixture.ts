import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { openRawLog, type RawEntry, type RawLog } from '#infra/event-store/raw-log.ts';
import { freshDatabase, type TestDatabase } from '../testing/shared-postgres.ts';

/** An embedded event store node, its database and a client of its whole log. */
export interface LogServer {
  readonly database: TestDatabase;
  url: string;
  readonly log: RawLog;
  stop(): Promise<void>;
}

const servers: LogServer[] = [];

/** Starts a node for one test file, which stops it at its end. */
export async function startLogServer(): Promise<LogServer> {
  const database = await freshDatabase({ empty: true });
  const node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  const log = openRawLog(node.connectionString);
  const server = {
    database,
    url: node.connectionString,
    log,
    async stop() {
      await log.close();
      await node.stop();
    },
  };
  servers.push(server);
  return server;
}

afterAll(async () => {
  for (const { database, stop } of servers) {
    await stop();
    await database.drop();
  }
});

/** Reads the events of a log, without system events, from its table and not by the tested code. */
export async function readContent({ url }: { url: string }): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ event: string }>(
      `SELECT (stream, revision, id, is_json, type, custom_metadata, data)::text AS event
       FROM event_store.events WHERE get_byte(stream, 0) <> ascii('$') ORDER BY position`,
    );
    return rows.map(({ event }) => event);
  } finally {
    await client.end();
  }
}

type EventDraft = Pick<RawEntry, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

/** JSON that a serialiser would change, text outside ASCII, invalid JSON, binary data, no data. */
const contents: readonly (readonly [string | Buffer, boolean])[] = [
  ['{ "b": 1.0, "a": 1e3, "10": 12345678901234567890 }', true],
  ['{"text":"naïve 🎾 \\u0041"}', true],
  ['broken {', true],
  [Buffer.from([0, 255, 128, 10]), false],
  ['', false],
];

/** The largest possible append. */
const largest: EventDraft = { ...createEvent(0), data: Buffer.alloc(1_048_576, 'é'), isJson: false };

export function createEvent(number: number): EventDraft {
  const [data, isJson] = contents[number % contents.length] ?? ['', false];
  return {
    id: randomUUID(),
    type: number % 7 === 0 ? 'Größe' : 'Happened',
    isJson,
    data: Buffer.from(data),
    metadata: Buffer.from(number % 3 === 0 ? '' : `{"n": ${number}.0}`),
  };
}

/** Appends events to many streams, one to four consecutive ones at a time. */
export async function fillLog(log: RawLog, count: number): Promise<void> {
  const appender = await log.appender();
  const revisions = new Map<string, bigint>();
  const answers: Promise<void>[] = [];
  for (let number = 0; number < count; ) {
    const stream = `wallet-${(number * 7919) % 97}`;
    const run = 1 + (number % 4);
    const after = revisions.get(stream) ?? null;
    answers.push(
      appender.append(
        stream,
        after,
        Array.from({ length: run }, (_, i) => createEvent(number + i)),
      ),
    );
    revisions.set(stream, (after ?? -1n) + BigInt(run));
    number += run;
  }
  answers.push(appender.append('wallet-large', null, [{ ...largest, id: randomUUID() }]));
  await Promise.all(answers);
  appender.close();
}
