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

/** Reads the addresses of an embedded studio's servers. */
const readRuntimeFile = async (dataDir: string) =>
  runtimeFile.parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')));

/** Reads the database URL of a running embedded studio. */
export const readDatabaseUrl = async (dataDir: string) => (await readRuntimeFile(dataDir)).databaseUrl;

/** Changes a row of a read model, bypassing its projection. */
export async function damageSetting(dataDir: string, key: string, value: string): Promise<void> {
  const { databaseUrl } = await readRuntimeFile(dataDir);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('UPDATE settings SET value = $2 WHERE key = $1', [key, value]);
  } finally {
    await client.end();
  }
}

/** Runs `work` with a client of an embedded studio's event store. */
async function withStore(
  dataDir: string,
  work: (store: EventStore<StudioEvent>) => Promise<void>,
): Promise<void> {
  const { eventStoreUrl } = await readRuntimeFile(dataDir);
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    // No personal data is read or written here.
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

const createContext = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'damage' },
});

/** Appends a member's first PassSpent event a second time, which no decider does. */
export function damageWallet(dataDir: string, memberId: string): Promise<void> {
  return withStore(dataDir, async (store) => {
    const wallet = `wallet-${memberId}`;
    const { events, revision } = await store.readStream(wallet);
    const passSpent = events.find(({ type }) => type === 'PassSpent');
    if (passSpent?.type !== 'PassSpent' || revision === null) throw new Error('No pass was spent');
    const { type, data } = passSpent;
    await store.append(wallet, revision, [{ type, data }], createContext());
  });
}

/** Appends a PassRemoved event with an id beyond the column's range: a poison event for the catalogue's projection only. */
export function poisonCatalogue(dataDir: string): Promise<void> {
  return withStore(dataDir, async (store) => {
    const passId = 2 ** 40;
    await store.append(
      `pass-${passId}`,
      'no_stream',
      [{ type: 'PassRemoved', data: { passId, at: new Date().toISOString() } }],
      createContext(),
    );
  });
}
