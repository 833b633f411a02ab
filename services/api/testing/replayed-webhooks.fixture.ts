import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { RunningStudio } from './running-studio.fixture.ts';

const stripeEvents = z.array(z.object({ data: z.object({ id: z.string() }).loose() }));
const runtime = z.object({ eventStoreUrl: z.string() });

/** Stripe waits for no answer before it sends the next. */
const CONCURRENT_DELIVERIES = 8;

interface Replay {
  readonly studio: RunningStudio;
  readonly webhookSecret: string;
  /** How many webhooks there are. */
  readonly atLeast: number;
}

/** Delivers every webhook that Stripe ever sent twice and in random order: no event is appended, and what is read stays as it was. */
export async function expectReplaysToChangeNothing(
  { studio, webhookSecret, atLeast }: Replay,
  readState: () => Promise<object>,
): Promise<void> {
  const events = stripeEvents.parse(
    await studio.query("SELECT data FROM sandbox.stripe_objects WHERE kind = 'event'"),
  );
  expect(events.length).toBeGreaterThan(atLeast);
  const { eventStoreUrl } = runtime.parse(
    JSON.parse(await readFile(join(studio.dataDir, 'runtime.json'), 'utf8')),
  );
  const end = createLogEnd(eventStoreUrl);
  const read = async () => ({ position: await end.position(), ...(await readState()) });
  const before = await read();
  // With an empty inbox every webhook is processed again.
  await studio.query('DELETE FROM stripe_webhooks');
  const shuffled = [...events, ...events]
    .map(({ data }) => ({ data, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at);
  const url = `${studio.process.base}/api/webhooks/stripe`;
  const deliver = async ({ data }: (typeof shuffled)[number]) => {
    const body = JSON.stringify(data);
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  };
  for (let start = 0; start < shuffled.length; start += CONCURRENT_DELIVERIES)
    await Promise.all(shuffled.slice(start, start + CONCURRENT_DELIVERIES).map(deliver));
  await waitFor(async () => {
    const [row] = await studio.query(
      'SELECT count(*)::int AS open FROM stripe_webhooks WHERE processed_at IS NULL',
    );
    return row?.open === 0;
  });
  expect(await read()).toEqual(before);
  await end.close();
}
