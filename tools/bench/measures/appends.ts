import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import pg from 'pg';
import { type Figure, median, ratioFigure, whole } from '../measure.ts';

const rounds = 3;

/** Creates the data of an event, the same for both stores. */
const createPayload = () => ({
  memberId: randomUUID(),
  lotId: 'lot-pi_3OqXYZ2eZvKYlo2C1gQ12345',
  bookingId: 100_001,
  classId: 10_001,
  at: new Date().toISOString(),
});
const metadata = () => ({ commandId: randomUUID(), actor: { kind: 'member', id: randomUUID() }, v: 1 });

/** `clients` loops, each with the next append as soon as it has the answer to the last; appends a second. */
async function rateOf(
  clients: number,
  total: number,
  append: (client: number) => Promise<unknown>,
): Promise<number> {
  let left = total;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left > 0) {
        left -= 1;
        await append(client);
      }
    }),
  );
  return total / ((performance.now() - started) / 1000);
}

async function throughEventStore(url: string, clients: number, total: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    return await rateOf(clients, total, () =>
      client.appendToStream(
        `bench-${randomUUID()}`,
        jsonEvent({ type: 'PassHeld', data: createPayload(), metadata: metadata() }),
        { expectedRevision: NO_STREAM },
      ),
    );
  } finally {
    await client.dispose();
  }
}

async function throughPg(databaseUrl: string, clients: number, total: number): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const connection = new pg.Client({ connectionString: databaseUrl });
      await connection.connect();
      return connection;
    }),
  );
  try {
    return await rateOf(clients, total, async (client) => {
      await connections[client]?.query({
        name: 'append',
        text: `INSERT INTO bench_events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)`,
        values: [
          `bench-${randomUUID()}`,
          0,
          randomUUID(),
          'PassHeld',
          JSON.stringify(createPayload()),
          JSON.stringify(metadata()),
        ],
      });
    });
  } finally {
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

const table = `
  CREATE TABLE IF NOT EXISTS bench_events (
    position bigserial PRIMARY KEY,
    stream text NOT NULL,
    revision bigint NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    data bytea NOT NULL,
    metadata bytea NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    UNIQUE (stream, revision))`;

async function compare(
  servers: { eventStoreUrl: string; databaseUrl: string },
  clients: number,
  total: number,
  goal: number,
): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    ours.push(await throughEventStore(servers.eventStoreUrl, clients, total));
    theirs.push(await throughPg(servers.databaseUrl, clients, total));
  }
  const ratios = ours.slice(1).map((one, index) => one / (theirs[index + 1] ?? Number.NaN));
  const detail = `${whole(median(ours.slice(1)))} against ${whole(median(theirs.slice(1)))} a second`;
  return ratioFigure(
    `(f) appends, ${clients} client${clients > 1 ? 's' : ''}, against pg inserts`,
    ratios,
    { atLeast: goal },
    detail,
  );
}

/** (f) Compares appends a second through db-client with inserts through pg with one commit each. */
export async function measureAppends(servers: {
  eventStoreUrl: string;
  databaseUrl: string;
}): Promise<Figure[]> {
  const setup = new pg.Client({ connectionString: servers.databaseUrl });
  await setup.connect();
  await setup.query(table);
  await setup.end();
  return [await compare(servers, 1, 1_500, 0.8), await compare(servers, 64, 12_000, 1)];
}
