import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { clearStorage } from '#infra/postgres/clear-storage.ts';
import { PERSONAL_TABLES } from '#infra/postgres/tables/personal-rows.ts';
import { PERSONAL_READ_MODELS } from '#projections/read-models/members/retention-queries.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type Figure, median, whole } from '../measure.ts';
import type { Child } from '../servers/child.ts';
import type { Filled } from '../servers/studio-server.ts';

const members = 10_000;
const bookings = 20_000;
const rounds = 3;
const quietMs = 3_000;
/** A person waits for an answer that long without noticing much. */
const goalMs = 1_000;

const list = z.object({ members: z.array(z.object({ id: z.string() })) });

/** Reads one member's bookings, which needs the rewritten tables, until `isOver`; returns the milliseconds of each answer. */
async function readUntil(url: string, token: string, isOver: () => boolean): Promise<number[]> {
  const each: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    each.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    await delay(5);
  }
  return each;
}

/** (n) Measures the end of an erasure, which rewrites all personal tables, and what a reader meanwhile waits. */
export async function measureErasure(studio: Child, databaseUrl: string): Promise<Figure[]> {
  const { port } = await studio.ask<Filled>({ kind: 'fill', members, bookings });
  const base = `http://127.0.0.1:${port}`;
  const admin = await new StudioClient(base).staff('admin');
  const [member] = await waitFor(
    async () => {
      const { members: shown } = await admin.expect(list, 'GET', '/api/admin/members');
      return shown.length >= members ? shown : null;
    },
    { timeout: 300_000, what: 'the read models' },
  );
  const [url, token] = [`${base}/api/admin/member-bookings/${member?.id}`, admin.token];
  const clearings: number[] = [];
  const longest: number[] = [];
  const quiet: number[] = [];
  let scope = '';
  for (let round = 0; round < rounds; round += 1) {
    const until = performance.now() + quietMs;
    quiet.push(...(await readUntil(url, token, () => performance.now() > until)));
    let isOver = false;
    const reading = readUntil(url, token, () => isOver);
    const started = performance.now();
    scope = await clearStorage(databaseUrl, [...PERSONAL_TABLES, ...PERSONAL_READ_MODELS]);
    clearings.push(performance.now() - started);
    isOver = true;
    longest.push(Math.max(...(await reading)));
  }
  const worst = Math.max(...longest);
  return [
    {
      name: `(n) end of an erasure, ${whole(members)} members: rewriting what held the rows (${scope})`,
      measured: `${whole(median(clearings))} ms (${clearings.map(whole).join(', ')})`,
      goal: '–',
      met: null,
    },
    {
      name: '(n) the same: the longest read of the bookings of one member meanwhile',
      measured: `${whole(worst)} ms (without it: median ${median(quiet).toFixed(1)}, longest ${whole(Math.max(...quiet))} ms)`,
      goal: `< ${goalMs} ms`,
      met: worst < goalMs,
    },
  ];
}
