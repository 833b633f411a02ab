import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: RunningStudio;
let health: string;
let member: StudioClient;
let classIds: number[];
beforeAll(async () => {
  const port = await findFreePort();
  health = `http://127.0.0.1:${port}`;
  studio = await startRunningStudio({ HEALTH_PORT: String(port) });
  const visitor = new StudioClient(studio.process.base);
  member = await visitor.signUp('node.ends@example.com');
  await member.buy(5);
  classIds = await openClasses(await visitor.staff('admin'), 3);
});
afterAll(() => studio?.remove());

function findNode(): number | undefined {
  return listProcessTree(studio.process.pid).find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('event-store-node');
    } catch {
      return false;
    }
  });
}

/** Kills the node's process. Returns its id. */
function killNode(): number {
  const pid = findNode();
  if (pid === undefined) throw new Error('The studio has no event store node');
  process.kill(pid, 'SIGKILL');
  return pid;
}

const healthPage = z.object({
  status: z.string(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean() })),
});
async function readHealth(): Promise<z.infer<typeof healthPage>> {
  return healthPage.parse(await (await fetch(`${health}/health/ready`)).json());
}

/** Books a class, and waits until the read models show it and its email is sent. */
async function book(classId: number | undefined): Promise<void> {
  const before = await countConfirmations();
  await waitFor(async () => (await member.call('POST', '/api/bookings', { classId })).status === 200);
  const bookings = z.object({ bookings: z.array(z.object({ classId: z.number() })) });
  await waitFor(async () =>
    (await member.expect(bookings, 'GET', '/api/my-bookings')).bookings.some(
      (booking) => booking.classId === classId,
    ),
  );
  await waitFor(async () => (await countConfirmations()) > before);
}

/** The emails that the reactors have made of bookings. */
async function countConfirmations(): Promise<number> {
  const outbox = await fetch(`${studio.process.base}/sandbox/outbox.json?to=node.ends@example.com`);
  const mails = z.array(z.object({ kind: z.string() })).parse(await outbox.json());
  return mails.filter(({ kind }) => kind === 'booking-confirmed').length;
}

it('restarts an event store node that ends, and appends, read models and reactors continue', async () => {
  await book(classIds[0]);
  const pid = killNode();
  await waitFor(() => studio.process.printed().includes('The event store ended by itself'));
  await waitFor(() => (findNode() ?? pid) !== pid);
  await book(classIds[1]);
  await waitFor(async () => (await readHealth()).status === 'ok');
});

it('the studio is degraded while the node cannot be restarted, and recovers when it can', async () => {
  const { databaseUrl } = z
    .object({ databaseUrl: z.string() })
    .parse(JSON.parse(await readFile(join(studio.dataDir, 'runtime.json'), 'utf8')));
  const url = new URL(databaseUrl);
  url.pathname = '/event_store';
  const holder = new pg.Client(url.href);
  await holder.connect();
  killNode();
  // No node can run on the database now.
  await holder.query("select pg_advisory_lock(hashtextextended('event_store node', 0))");
  await waitFor(async () =>
    (await readHealth()).checks.some(({ name, ok }) => name === 'event-store' && !ok),
  );
  expect((await readHealth()).status).toBe('degraded');
  await holder.end();
  await book(classIds[2]);
  await waitFor(async () => (await readHealth()).status === 'ok');
});
