import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Asked, ask } from '#tools/testing/outages/ask.ts';
import { mountSmallDisk, type SmallDisk } from '#tools/testing/outages/small-disk.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const disk: SmallDisk | null = await mountSmallDisk(260);
if (disk === null) console.log('skipped: no file system can be mounted here, so no disk was filled');

const runtimeFile = z.object({ databaseUrl: z.string() });
const lots = z.array(z.object({ remaining: z.number() }));
const verdict = z.object({ verdict: z.object({ holds: z.boolean() }) });

describe.skipIf(disk === null)('with the disk full', () => {
  let studio: StudioProcess;
  let admin: StudioClient;
  let member: StudioClient;
  let memberId: string;
  let given = 0;

  beforeAll(async () => {
    if (disk === null) return;
    studio = await startStudioProcess(disk.path);
    const visitor = new StudioClient(studio.base);
    admin = await visitor.staff('admin');
    member = await visitor.signUp('disk-full@example.com');
    const { user } = await member.expect(
      z.object({ user: z.object({ id: z.string() }) }),
      'GET',
      '/api/auth/user',
    );
    memberId = user.id;
  });
  afterAll(async () => {
    await studio?.stop();
    await disk?.remove();
  });

  const give = (requestKey: string): Promise<Asked> =>
    ask(admin, 'POST', `/api/admin/members/${memberId}/add-passes`, {
      passes: 1,
      reason: 'x'.repeat(200),
      requestKey,
    });

  /** Gives passes until the store takes no more; the key of the one that was refused. */
  async function giveUntilRefused(): Promise<string> {
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      const requestKey = randomUUID();
      const asked = await give(requestKey);
      expect(asked.fault).toBeNull();
      if (asked.status === 503) return requestKey;
      expect(asked.status).toBe(200);
      given += 1;
    }
    throw new Error('The disk is full and everything is taken');
  }

  /** What was refused is done when it is asked again, once; and all is as the events say. */
  async function expectHealed(requestKey: string): Promise<void> {
    await waitFor(async () => (await give(requestKey)).status === 200, { timeout: 60_000 });
    expect((await give(requestKey)).status).toBe(200);
    given += 1;
    const passes = async () =>
      (await member.expect(lots, 'GET', '/api/user/passes')).reduce(
        (sum, { remaining }) => sum + remaining,
        0,
      );
    await waitFor(async () => (await passes()) === given, { timeout: 30_000 });
    await waitFor(async () => (await fetch(`${studio.base}/health/ready`)).ok, { timeout: 30_000 });
    const auditor = await new StudioClient(studio.base).staff('auditor');
    const { verdict: seen } = await auditor.expect(verdict, 'GET', '/api/audit/verify');
    expect(seen.holds).toBe(true);
  }

  it('refuses commands, goes on reading, and goes on writing when there is space', {
    timeout: 180_000,
  }, async () => {
    disk?.fill();
    const refused = await giveUntilRefused();
    expect((await ask(member, 'GET', '/api/user/passes')).status).toBe(200);
    expect((await ask(member, 'GET', '/api/classes?date=2030-01-01')).status).toBe(200);
    expect((await ask(admin, 'GET', '/api/admin/members')).status).toBe(200);
    disk?.clear();
    await expectHealed(refused);
  });

  it('lives through a Postgres that gave up for want of space for its log', {
    timeout: 180_000,
  }, async () => {
    if (disk === null) return;
    disk.fill();
    const { databaseUrl } = runtimeFile.parse(
      JSON.parse(await readFile(join(disk.path, 'runtime.json'), 'utf8')),
    );
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    await client.connect();
    // Writes nothing but the log, a mebibyte at a time.
    const write = () =>
      client.query(
        "SELECT pg_logical_emit_message(true, 'x', (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 32768)))",
      );
    await expect(
      (async () => {
        for (let written = 0; written < 200; written += 1) await write();
      })(),
    ).rejects.toThrow();
    await waitFor(() => studio.printed().includes('Postgres ended by itself'), { timeout: 30_000 });
    const requestKey = randomUUID();
    for (const asked of await Promise.all([give(requestKey), ask(member, 'GET', '/api/user/passes')])) {
      expect(asked).toMatchObject({ status: 503, fault: null });
    }
    disk.clear();
    await expectHealed(requestKey);
    expect(studio.printed()).toContain('Postgres is running again');
  });
});
