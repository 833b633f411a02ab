import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { startTestStudio } from '#tools/testing/test-studio.ts';
import { answerParent } from './child.ts';
import { fillStudio } from './fill-studio.ts';

/** Serves the product: API, read models and embedded event store node in one process, on the benchmark's Postgres. */
const { STUDIO_DATABASE: databaseUrl = '', STORE_DATABASE: storeUrl = '' } = process.env;
const pool = createPool(databaseUrl);
await migrate(pool, allMigrations);
await pool.end();
const node = await startEventStoreNode({ databaseUrl: storeUrl, port: 0 });
const studio = await startTestStudio(
  { databaseUrl, eventStoreUrl: node.connectionString },
  { webRoot: fileURLToPath(new URL('../../../web/dist', import.meta.url)) },
);
const constants: { close(): Promise<unknown> }[] = [];

export interface Prepared {
  readonly port: number;
  readonly classIds: number[];
  readonly tokens: string[];
}

export interface Filled {
  readonly port: number;
}

type Message =
  | { kind: 'fill'; members: number; bookings: number }
  | { kind: 'prepare'; classes: number; members: number; passes: number }
  | { kind: 'constant'; body: string };

async function prepare({
  classes,
  members,
  passes,
}: Extract<Message, { kind: 'prepare' }>): Promise<Prepared> {
  const classIds = await openClasses(await studio.admin(), classes);
  const created = await Promise.all(Array.from({ length: members }, () => studio.memberWithPasses(passes)));
  return { port: studio.port, classIds, tokens: created.map(({ client }) => client.token) };
}

/** Serves a constant text on another port of the same process. */
async function serveConstant(body: string): Promise<{ port: number }> {
  const app = Fastify({ logger: false });
  app.get('/constant', async (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
  constants.push(app);
  return { port: Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port) };
}

answerParent<Message>(
  async (message) => {
    switch (message.kind) {
      case 'prepare':
        return prepare(message);
      case 'fill':
        await fillStudio(studio.runtime, message);
        return { port: studio.port } satisfies Filled;
      case 'constant':
        return serveConstant(message.body);
    }
  },
  async () => {
    for (const app of constants) await app.close();
    await studio.stop();
    await node.stop();
  },
);
