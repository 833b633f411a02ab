import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';

const runtimeFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string() });

/** Where the servers of an embedded studio are. */
const runtimeOf = async (dataDir: string) =>
  runtimeFile.parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')));

/** The database of an embedded studio that runs. */
export const studioDatabase = async (dataDir: string) => (await runtimeOf(dataDir)).databaseUrl;

/** Changes a row of a read model behind the projection's back. */
export async function damageSetting(dataDir: string, key: string, value: string): Promise<void> {
  const { databaseUrl } = await runtimeOf(dataDir);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('UPDATE settings SET value = $2 WHERE key = $1', [key, value]);
  } finally {
    await client.end();
  }
}

/** Does something with the event store of an embedded studio, as any of its clients could. */
async function withStore(
  dataDir: string,
  work: (store: EventStore<StudioEvent>) => Promise<void>,
): Promise<void> {
  const { eventStoreUrl } = await runtimeOf(dataDir);
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    // Nothing of a person is written or read here.
    sealer: {
      seal: () => Promise.reject(new Error('Nothing is sealed here')),
      openAll: async (sealed) => sealed.map(() => ({ forgotten: true })),
    },
    logger: createLogger({ level: 'silent', component: 'test' }),
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

const byHand = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'damage' },
});

/** Appends the event by which a member's pass was first spent once more, which no decider would. */
export function damageWallet(dataDir: string, memberId: string): Promise<void> {
  return withStore(dataDir, async (store) => {
    const wallet = `wallet-${memberId}`;
    const { events, revision } = await store.readStream(wallet);
    const spent = events.find(({ type }) => type === 'PassSpent');
    if (spent?.type !== 'PassSpent' || revision === null) throw new Error('No pass was spent');
    const { type, data } = spent;
    await store.append(wallet, revision, [{ type, data }], byHand());
  });
}

/** Appends the removal of a pass with a number that no column takes: a poison event of the catalogue, and of nothing else. */
export function poisonCatalogue(dataDir: string): Promise<void> {
  return withStore(dataDir, async (store) => {
    const passId = 2 ** 40;
    await store.append(
      `pass-${passId}`,
      'no_stream',
      [{ type: 'PassRemoved', data: { passId, at: new Date().toISOString() } }],
      byHand(),
    );
  });
}
