import { readdirSync, readFileSync } from 'node:fs';
import { jsonEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createLogger } from '../logging/logger.ts';
import { createCodec, type EventSealer } from './codec.ts';
import { contractServer } from './contract/contract-server.fixture.ts';
import { append, events } from './contract/helpers.fixture.ts';
import { createEventStore } from './create-event-store.ts';
import type { RecordedEvent } from './types.ts';

const server = contractServer();
const folder = new URL('../../domain/golden/', import.meta.url);
const fixture = z.object({ type: z.string(), version: z.number(), data: z.record(z.string(), z.json()) });

/** Decrypts to a value that identifies the encrypted text. */
const sealer: EventSealer = {
  seal: () => Promise.reject(new Error('Nothing is sealed here')),
  openAll: async (sealed) => sealed.map(({ ownerId, text }) => ({ opened: `${text} of ${ownerId}` })),
};

test('reads every golden event as db-client does', async () => {
  const golden = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => fixture.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  expect(new Set(golden.map(({ type }) => type))).toEqual(new Set(Object.keys(eventRegistry)));
  // Other tests may have written to the same server before.
  const { position: start } = await append(server.client, server.stream('before'), events(1));
  if (start === undefined) throw new Error('an append has a position');
  for (const [index, { type, version, data: stored }] of golden.entries()) {
    const data = 'personal' in stored ? { ...stored, personal: `sealed ${index}` } : stored;
    const metadata = { commandId: `c${index}`, actor: { kind: 'system', name: 'golden' }, v: version };
    await server.client.appendToStream(`golden-${type}`, jsonEvent({ type, data, metadata }));
  }
  const store = createEventStore<StudioEvent>({
    connectionString: server.url,
    registry: eventRegistry,
    sealer,
    logger: createLogger({ level: 'error', component: 'test' }),
  });
  const read: RecordedEvent<StudioEvent>[] = [];
  try {
    for await (const batch of store.readAll(start.commit, 10)) read.push(...batch);
  } finally {
    await store.close();
  }
  const stored = [];
  for await (const { event } of server.client.readAll({ fromPosition: start }))
    if (event !== undefined && event.position.commit > start.commit) stored.push(event);
  expect(read).toEqual(await createCodec<StudioEvent>(eventRegistry, sealer).decode(stored));
  expect(read.map(({ type }) => type)).toEqual(golden.map(({ type }) => type));
});
