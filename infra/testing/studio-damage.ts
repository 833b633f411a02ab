import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '../../services/domain/registry.ts';
import { createEventStore } from '../event-store/create-event-store.ts';
import { createLogger } from '../logging/logger.ts';

const runtimeFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string() });

/** Where the servers of an embedded studio are. */
const runtimeOf = async (dataDir: string) =>
  runtimeFile.parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')));

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

/** Appends the event by which a member's pass was first spent once more, which no decider would. */
export async function damageWallet(dataDir: string, memberId: string): Promise<void> {
  const { eventStoreUrl } = await runtimeOf(dataDir);
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    // A wallet holds nothing of a person.
    sealer: {
      seal: () => Promise.reject(new Error('Nothing is sealed here')),
      openAll: async (sealed) => sealed.map(() => ({ forgotten: true })),
    },
    logger: createLogger({ level: 'silent', component: 'test' }),
  });
  try {
    const wallet = `wallet-${memberId}`;
    const { events, revision } = await store.readStream(wallet);
    const spent = events.find(({ type }) => type === 'PassSpent');
    if (spent?.type !== 'PassSpent' || revision === null) throw new Error('No pass was spent');
    const { type, data } = spent;
    const actor = { kind: 'system', name: 'damage' } as const;
    await store.append(wallet, revision, [{ type, data }], {
      now: new Date(),
      commandId: randomUUID(),
      actor,
    });
  } finally {
    await store.close();
  }
}
