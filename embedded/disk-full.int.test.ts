import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RequestResult, sendRequest } from '#tools/testing/outages/send-request.ts';
import { mountSmallDisk, type SmallDisk } from '#tools/testing/outages/small-disk.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const runtimeFile = z.object({ databaseUrl: z.string() });
const lotsResponse = z.array(z.object({ remaining: z.number() }));

describe('the studio with a full disk', () => {
  let disk: SmallDisk | null = null;
  let studio: StudioProcess;
  let admin: StudioClient;
  let member: StudioClient;
  let memberId: string;
  let givenCount = 0;

  beforeAll(async () => {
    // Not when the file is loaded: a run of other tests by name would leave it mounted.
    disk = await mountSmallDisk(260);
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
  beforeEach(({ skip }) => skip(disk === null, 'This environment cannot mount a file system to fill.'));
  afterAll(async () => {
    await studio?.stop();
    await disk?.remove();
  });

  const givePass = (requestKey: string): Promise<RequestResult> =>
    sendRequest(admin, 'POST', `/api/admin/members/${memberId}/add-passes`, {
      passes: 1,
      reason: 'x'.repeat(200),
      requestKey,
    });

  /** Gives passes until a command is refused. Returns its request key. */
  async function givePassesUntilRefused(): Promise<string> {
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      const requestKey = randomUUID();
      const answer = await givePass(requestKey);
      expect(answer.fault).toBeNull();
      if (answer.status === 503) return requestKey;
      expect(answer.status).toBe(200);
      givenCount += 1;
    }
    throw new Error('No command was refused although the disk is full');
  }

  /** Repeats the refused request, which must give one pass, and verifies the read models against the events. */
  async function expectRecovery(requestKey: string): Promise<void> {
    await waitFor(async () => (await givePass(requestKey)).status === 200);
    expect((await givePass(requestKey)).status).toBe(200);
    givenCount += 1;
    const countPasses = async () =>
      (await member.expect(lotsResponse, 'GET', '/api/user/passes')).reduce(
        (sum, { remaining }) => sum + remaining,
        0,
      );
    await waitFor(async () => (await countPasses()) === givenCount);
    await waitFor(async () => (await fetch(`${studio.base}/health/ready`)).ok);
    const auditor = await new StudioClient(studio.base).staff('auditor');
    expect((await verifyStore(auditor)).holds).toBe(true);
  }

  it('refuses commands but answers reads, and accepts commands again when there is space', async () => {
    disk?.fill();
    const refusedKey = await givePassesUntilRefused();
    expect((await sendRequest(member, 'GET', '/api/user/passes')).status).toBe(200);
    expect((await sendRequest(member, 'GET', '/api/classes?date=2030-01-01')).status).toBe(200);
    expect((await sendRequest(admin, 'GET', '/api/admin/members')).status).toBe(200);
    disk?.clear();
    await expectRecovery(refusedKey);
  });

  it('recovers when Postgres ended because it had no space for its log', async () => {
    if (disk === null) return;
    disk.fill();
    const { databaseUrl } = runtimeFile.parse(
      JSON.parse(await readFile(join(disk.path, 'runtime.json'), 'utf8')),
    );
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    await client.connect();
    // Writes one mebibyte, to Postgres's log only.
    const writeLog = () =>
      client.query(
        "SELECT pg_logical_emit_message(true, 'x', (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 32768)))",
      );
    await expect(
      (async () => {
        for (let written = 0; written < 200; written += 1) await writeLog();
      })(),
    ).rejects.toThrow();
    await waitFor(() => studio.printed().includes('Postgres ended by itself'));
    const requestKey = randomUUID();
    for (const answer of await Promise.all([
      givePass(requestKey),
      sendRequest(member, 'GET', '/api/user/passes'),
    ])) {
      expect(answer).toMatchObject({ status: 503, fault: null });
    }
    disk.clear();
    await expectRecovery(requestKey);
    expect(studio.printed()).toContain('Postgres is running again');
  });
});
