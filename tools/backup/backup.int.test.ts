import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toEventStoreDatabaseUrl } from '#embedded/backends.ts';
import { readErasureRegister } from '#infra/crypto/erasure-register.ts';
import { parseMasterKey } from '#infra/crypto/master-key.ts';
import { openClasses } from '../testing/open-classes.ts';
import { StudioClient } from '../testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '../testing/studio-process.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readBackup } from './read-backup.ts';
import { runTask, startTask } from './run-task.fixture.ts';

const members = ['ada', 'ben', 'cleo'] as const;
type Name = (typeof members)[number];
const address = (name: string) => `${name}@backup.example`;
const password = 'seaside-7';

const booked = z.object({ bookingId: z.number() });
const lots = z.array(z.object({ remaining: z.number() }));
const mine = z.object({
  bookings: z.array(z.object({ id: z.number(), classId: z.number(), status: z.string() })),
});
const signedIn = z.object({ token: z.string() });
const emails = z.array(z.object({ to: z.string(), kind: z.string() }));

let home: string;
let studio: StudioProcess;
const clients = new Map<Name, StudioClient>();
let classIds: number[];
/** Classes that only the running load books. */
let loadIds: number[];
let busy: string;
let dataDir: string;
let backups: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-test-'));
  dataDir = join(home, 'data');
  backups = join(home, 'backups');
  studio = await startStudioProcess(dataDir, { BACKUP_DIR: backups });
  const visitor = new StudioClient(studio.base);
  const admin = await visitor.staff('admin');
  [classIds, loadIds] = splitAt(await openClasses(admin, 16, 10), 4);
  for (const name of members) {
    const client = await visitor.signUp(address(name), name);
    expect(await client.buy(5)).toMatchObject({ status: 200 });
    await client.expect(booked, 'POST', '/api/bookings', { classId: classIds[0] });
    clients.set(name, client);
  }
}, 240_000);
afterAll(async () => {
  await studio?.stop();
  await rm(home, { recursive: true, force: true });
});

function splitAt<T>(list: T[], at: number): [T[], T[]] {
  return [list.slice(0, at), list.slice(at)];
}

const clientOf = (name: Name) => clients.get(name) ?? new StudioClient(studio.base);
const backup = (...args: string[]) => runTask('backup', args, { DATA_DIR: dataDir, BACKUP_DIR: backups });
const restore = (to: string, ...args: string[]) =>
  runTask('restore', [...args, '--data-dir', to], { BACKUP_DIR: join(to, 'backups') });

async function query<R extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function databaseOf(dir: string): Promise<string> {
  const runtime = JSON.parse(await readFile(join(dir, 'runtime.json'), 'utf8'));
  return z.object({ databaseUrl: z.string() }).parse(runtime).databaseUrl;
}

/** Every event up to a position as text, all of its columns. */
const eventsOf = async (dir: string, upTo: string) =>
  (
    await query<{ event: string }>(
      toEventStoreDatabaseUrl(await databaseOf(dir)),
      'SELECT e::text AS event FROM event_store.events e WHERE position <= $1 ORDER BY position',
      [upTo],
    )
  ).map(({ event }) => event);

/** Books and cancels one class after another until it is told to stop. */
function underLoad(names: readonly Name[]): () => Promise<number> {
  let stopped = false;
  let done = 0;
  const running = names.map(async (name) => {
    for (let round = 0; !stopped; round += 1) {
      const classId = loadIds[round % loadIds.length];
      const { bookingId } = await clientOf(name).expect(booked, 'POST', '/api/bookings', { classId });
      const answer = await clientOf(name).call('POST', '/api/cancel-booking', { bookingId });
      if (answer.status !== 200)
        throw new Error(`A cancellation answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      done += 2;
    }
  });
  const all = Promise.all(running);
  // Met by whoever stops it.
  all.catch(() => {});
  return async () => {
    stopped = true;
    await all;
    return done;
  };
}

/** Moves the studio's clock on; what falls due on the way is done then. */
async function advance({ base }: StudioProcess, by: string): Promise<void> {
  const answer = await fetch(`${base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: by }),
  });
  expect(answer.status).toBe(200);
}

const onlyBackups = async () =>
  (await readdir(backups)).filter((name) => name.startsWith('tideline-')).sort();

describe('a backup of a studio that runs', () => {
  it('is one file, made while members book, and holds nothing in clear nor the master key', {
    timeout: 240_000,
  }, async () => {
    const stop = underLoad(['ada', 'ben']);
    const { code, printed } = await backup('--secrets', join(home, 'secrets.json'));
    expect(await stop()).toBeGreaterThan(4);
    expect(printed).toContain('read again and found whole');
    expect(code).toBe(0);
    const [name, ...more] = await onlyBackups();
    expect(more).toEqual([]);
    busy = join(backups, name ?? '');
    expect((await stat(busy)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600);
    const { masterKey } = z
      .object({ masterKey: z.string() })
      .parse(JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')));
    expect(printed).not.toContain(masterKey);
    const tables = new Set<string>();
    for await (const part of readBackup(busy, parseMasterKey(masterKey))) {
      if (part.part === 'table') tables.add(`${part.schema}.${part.table}`);
      // What the stand-in for Stripe knows of its customers is no record of the studio.
      if (!('content' in part) || (part.part === 'table' && part.schema === 'sandbox')) continue;
      const text = part.content.toString('latin1');
      for (const secret of [masterKey, 'backup.example', '07700 900123']) expect(text).not.toContain(secret);
    }
    for (const kept of ['member_keys', 'performed_effects', 'stripe_webhooks'])
      expect(tables).toContain(`public.${kept}`);
    for (const left of ['sessions', 'bookings', 'projection_checkpoints', 'password_resets']) {
      expect(tables).not.toContain(`public.${left}`);
    }
    expect(tables).not.toContain('sandbox.outbox');
    expect(await readErasureRegister(join(backups, 'erasures.log'))).toEqual({ entries: [], unreadable: 0 });
  });

  it('killed in the middle leaves nothing that the next one keeps', { timeout: 240_000 }, async () => {
    const killed = startTask('backup', [], { DATA_DIR: dataDir, BACKUP_DIR: backups });
    await waitFor(async () => (await readdir(backups)).some((name) => name.endsWith('.part')), {
      timeout: 60_000,
    });
    await killed.kill();
    expect((await onlyBackups()).length).toBe(2);
    const { code, printed } = await backup('--keep', '1');
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('Removed') });
    const left = await onlyBackups();
    expect(left).toHaveLength(1);
    expect(join(backups, left[0] ?? '')).not.toBe(busy);
    busy = join(backups, left[0] ?? '');
  });

  it('damaged, cut off, of another key or without a register is refused with a sentence', {
    timeout: 240_000,
  }, async () => {
    const whole = await readFile(busy);
    const bad = join(home, 'bad.backup');
    const refused = async (bytes: Buffer, ...args: string[]) => {
      await writeFile(bad, bytes);
      const to = join(home, 'never');
      const { code, printed } = await restore(to, bad, '--secrets', join(home, 'secrets.json'), ...args);
      expect(code).toBe(1);
      expect(existsSync(join(to, 'postgres'))).toBe(false);
      await rm(to, { recursive: true, force: true });
      return printed;
    };
    const flipped = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 1;
    expect(await refused(flipped, '--without-erasures')).toMatch(/is damaged: .*Nothing was brought back/);
    expect(await refused(whole.subarray(0, -300), '--without-erasures')).toContain('it ends too early');
    expect(await refused(whole)).toContain('There is no register of erasures');
    const { printed } = await runTask('restore', [busy, '--data-dir', join(home, 'never')], {
      MASTER_KEY: 'ab'.repeat(32),
    });
    expect(printed).toContain('belongs to another MASTER_KEY');
    await rm(join(home, 'never'), { recursive: true, force: true });
    const here = await restore(dataDir, busy);
    expect(here).toMatchObject({
      code: 1,
      printed: expect.stringContaining('holds an installation already'),
    });
  });
});

describe('brought back', () => {
  let to: string;
  let restored: StudioProcess;
  let position: string;
  let balances: number[];
  let lastBooking: number;

  const passesOf = async (client: StudioClient) =>
    (await client.expect(lots, 'GET', '/api/user/passes')).reduce((sum, { remaining }) => sum + remaining, 0);

  beforeAll(async () => {
    to = join(home, 'restored');
    // So long that the cancellations of the load were told as well: all that was done is in the backup's ledger.
    await advance(studio, 'PT1H');
    const { code, printed } = await backup();
    position = /to position (\d+)/.exec(printed)?.[1] ?? '';
    expect({ code, position }).toMatchObject({ code: 0, position: expect.stringMatching(/^\d+$/) });
    busy = join(backups, (await onlyBackups()).at(-1) ?? '');
    balances = await Promise.all([passesOf(clientOf('ada')), passesOf(clientOf('ben'))]);
    const { bookings } = await clientOf('ada').expect(mine, 'GET', '/api/my-bookings');
    lastBooking = Math.max(...bookings.map(({ id }) => id));
    // After the backup one leaves, and the register is told of it by the studio itself.
    expect(await clientOf('cleo').call('DELETE', '/api/user', { password })).toMatchObject({ status: 200 });
    await waitFor(
      async () => (await readErasureRegister(join(backups, 'erasures.log')))?.entries.length === 1,
      {
        timeout: 60_000,
        what: 'the register to name who left',
      },
    );
    const killed = startTask(
      'restore',
      [busy, '--data-dir', to, '--secrets', join(home, 'secrets.json')],
      {},
    );
    await waitFor(() => existsSync(join(to, 'postgres.restoring', 'cluster', 'postmaster.pid')), {
      timeout: 60_000,
    });
    await killed.kill();
    expect(existsSync(join(to, 'postgres'))).toBe(false);
    const again = await restore(to, busy, '--secrets', join(home, 'secrets.json'));
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('Erasures since: 1 repeated') });
    expect(await readdir(to)).not.toContain('postgres.restoring');
    restored = await startStudioProcess(to);
  }, 300_000);
  afterAll(async () => {
    await restored?.stop();
  });

  it('has the same events, to the byte and the position', async () => {
    const before = await eventsOf(dataDir, position);
    expect(before.length).toBeGreaterThan(30);
    expect(await eventsOf(to, position)).toEqual(before);
  });

  it('lets people sign in, with what they had; all is as the events say', { timeout: 240_000 }, async () => {
    const visitor = new StudioClient(restored.base);
    for (const [index, name] of (['ada', 'ben'] as const).entries()) {
      const { token } = await visitor.expect(signedIn, 'POST', '/api/auth/signin', {
        email: address(name),
        password,
      });
      const client = new StudioClient(restored.base, token);
      clients.set(name, client);
      expect(await passesOf(client)).toBe(balances[index]);
    }
    const audit = await runTask('audit', ['verify'], { DATA_DIR: to });
    expect(audit).toMatchObject({ code: 0, printed: expect.stringContaining('✓ It holds') });
  });

  it('has forgotten again who left after the backup', { timeout: 240_000 }, async () => {
    const databaseUrl = await databaseOf(to);
    const [register] = (await readErasureRegister(join(backups, 'erasures.log')))?.entries ?? [];
    const keys = await query<{ wrapped_key: Buffer | null; same: boolean }>(
      databaseUrl,
      `SELECT wrapped_key, destroyed_at = $2 AS same FROM member_keys WHERE member_id = $1`,
      [register?.personId, register?.erasedAt],
    );
    expect(keys).toEqual([{ wrapped_key: null, same: true }]);
    const visitor = new StudioClient(restored.base);
    const signIn = { email: address('cleo'), password };
    expect(await visitor.call('POST', '/api/auth/signin', signIn)).toMatchObject({ status: 401 });
    // What was booked follows from the event, as ever; and the address is free again.
    await waitFor(
      async () => {
        const rows = await query<{ status: string }>(
          databaseUrl,
          'SELECT status FROM bookings WHERE user_id = $1',
          [register?.personId],
        );
        return rows.length > 0 && rows.every(({ status }) => status !== 'confirmed');
      },
      { timeout: 60_000, what: 'the bookings of who left to end' },
    );
    await visitor.signUp(address('cleo'), 'Cleo anew');
    // A later restore, of a backup from before, is told of it too.
    expect((await readErasureRegister(join(to, 'backups', 'erasures.log')))?.entries).toEqual([register]);
  });

  it('sends no email for what had happened, and numbers what is new beyond all', {
    timeout: 240_000,
  }, async () => {
    const outbox = async () =>
      emails.parse(await (await fetch(`${restored.base}/sandbox/outbox.json?limit=1000`)).json());
    const told = async () =>
      (await outbox())
        .filter(({ kind }) => kind !== 'mailing-list')
        .map(({ to: who, kind }) => `${kind} ${who}`);
    // The welcome of who came anew just now; nothing else, though every sweep looks once more.
    await advance(restored, 'PT1M');
    await waitFor(async () => (await told()).includes(`welcome ${address('cleo')}`));
    expect(await told()).toEqual([`welcome ${address('cleo')}`]);
    const { bookingId } = await clientOf('ada').expect(booked, 'POST', '/api/bookings', {
      classId: classIds[1],
    });
    expect(bookingId).toBeGreaterThan(lastBooking);
    const confirmation = `booking-confirmed ${address('ada')}`;
    await waitFor(async () => (await told()).includes(confirmation), { timeout: 60_000 });
    expect((await told()).sort()).toEqual([confirmation, `welcome ${address('cleo')}`]);
  });
});

describe('a studio that does not run', () => {
  it('is backed up by a Postgres that the command starts', { timeout: 240_000 }, async () => {
    await studio.stop();
    const file = join(home, 'stopped.backup');
    expect(await backup('--to', file)).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(true);
    const nothing = await runTask('backup', [], { DATA_DIR: join(home, 'nothing') });
    expect(nothing).toMatchObject({ code: 2, printed: expect.stringContaining('There is no installation') });
  });
});
