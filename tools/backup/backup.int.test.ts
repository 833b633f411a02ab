import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { toEventStoreDatabaseUrl } from '#embedded/backends.ts';
import { type ErasureRegister, readErasureRegister } from '#infra/crypto/erasure-register.ts';
import { parseMasterKey } from '#infra/crypto/master-key.ts';
import { SandboxClock } from '#services/api/testing/sandbox-clock.fixture.ts';
import { removeDataDirectory } from '../testing/data-directory.ts';
import { openClasses } from '../testing/open-classes.ts';
import { createPreparedStudio } from '../testing/prepared-studio.ts';
import { StudioClient } from '../testing/studio-client.ts';
import { readDatabaseUrl } from '../testing/studio-damage.ts';
import { type StudioProcess, startStudioProcess } from '../testing/studio-process.ts';
import { waitFor } from '../testing/wait-for.ts';
import { readBackup } from './read-backup.ts';
import { runTask, startTask } from './run-task.fixture.ts';

/** Ada and Ben book under load, Cleo is erased, and Dora books in the restored studio. */
const members = ['ada', 'ben', 'cleo', 'dora'] as const;
type Name = (typeof members)[number];
const emailOf = (name: string) => `${name}@backup.example`;
const password = 'seaside-7';

const bookingAnswer = z.object({ bookingId: z.number() });
const passesAnswer = z.array(z.object({ remaining: z.number() }));
const myBookings = z.object({
  bookings: z.array(z.object({ id: z.number(), classId: z.number(), status: z.string() })),
});
const signInAnswer = z.object({ token: z.string() });
const outboxAnswer = z.array(z.object({ to: z.string(), kind: z.string() }));

let home: string;
let studio: StudioProcess;
const clients = new Map<Name, StudioClient>();
let classIds: number[];
/** Classes that only `startLoad` books. */
let loadClassIds: number[];
let dataDir: string;
let backups: string;
/** The first backup, with what its command printed, made beside so many commands. */
let first: { code: number | null; printed: string; commands: number; files: string[]; path: string };
/** The register of erasures after it. */
let register: ErasureRegister | null;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-test-'));
  dataDir = join(home, 'data');
  backups = join(home, 'backups');
  studio = await startStudioProcess(dataDir, { BACKUP_DIR: backups });
  const visitor = new StudioClient(studio.base);
  const admin = await visitor.staff('admin');
  [classIds, loadClassIds] = splitAt(await openClasses(admin, 16, 10), 4);
  for (const name of members) {
    const client = await visitor.signUp(emailOf(name), name);
    expect(await client.buy(5)).toMatchObject({ status: 200 });
    await client.expect(bookingAnswer, 'POST', '/api/bookings', { classId: classIds[0] });
    clients.set(name, client);
  }
  const stop = startLoad(['ada', 'ben']);
  const done = await backup('--secrets', join(home, 'secrets.json'));
  const commands = await stop();
  const files = await listBackups();
  first = { ...done, commands, files, path: join(backups, files[0] ?? '') };
  register = await readErasureRegister(join(backups, 'erasures.log'));
});
afterAll(async () => {
  await studio?.stop();
  await rm(home, { recursive: true, force: true });
});

function splitAt<T>(list: T[], index: number): [T[], T[]] {
  return [list.slice(0, index), list.slice(index)];
}

const clientOf = (name: Name) => clients.get(name) ?? new StudioClient(studio.base);
const backup = (...args: string[]) => backupTo(backups, ...args);
const backupTo = (folder: string, ...args: string[]) =>
  runTask('backup', args, { DATA_DIR: dataDir, BACKUP_DIR: folder });
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

/** Reads all columns of every event up to a position as text. */
const readEvents = async (dir: string, upTo: string) =>
  (
    await query<{ event: string }>(
      toEventStoreDatabaseUrl(await readDatabaseUrl(dir)),
      'SELECT e::text AS event FROM event_store.events e WHERE position <= $1 ORDER BY position',
      [upTo],
    )
  ).map(({ event }) => event);

/** Books and cancels one class after another. The returned function stops the load and counts its commands. */
function startLoad(names: readonly Name[]): () => Promise<number> {
  let stopped = false;
  let commands = 0;
  const running = names.map(async (name) => {
    for (let round = 0; !stopped; round += 1) {
      const classId = loadClassIds[round % loadClassIds.length];
      const { bookingId } = await clientOf(name).expect(bookingAnswer, 'POST', '/api/bookings', { classId });
      const answer = await clientOf(name).call('POST', '/api/cancel-booking', { bookingId });
      if (answer.status !== 200)
        throw new Error(`A cancellation answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      commands += 2;
    }
  });
  const all = Promise.all(running);
  // The caller of the returned function receives the error.
  all.catch(() => {});
  return async () => {
    stopped = true;
    await all;
    return commands;
  };
}

const listBackups = async (folder = backups) =>
  (await readdir(folder)).filter((name) => name.startsWith('tideline-')).sort();

describe('a backup of a running studio', () => {
  it('is one file written under load, without personal data in clear text or the master key', async () => {
    const { code, printed, commands, files, path } = first;
    expect(commands).toBeGreaterThan(4);
    expect(printed).toContain('read again and found whole');
    expect(code).toBe(0);
    expect(files).toHaveLength(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600);
    const { masterKey } = z
      .object({ masterKey: z.string() })
      .parse(JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')));
    expect(printed).not.toContain(masterKey);
    const tables = new Set<string>();
    for await (const part of readBackup(path, parseMasterKey(masterKey))) {
      if (part.part === 'table') tables.add(`${part.schema}.${part.table}`);
      // Customer data of the Stripe stand-in is not a record of the studio.
      if (!('content' in part) || (part.part === 'table' && part.schema === 'sandbox')) continue;
      const text = part.content.toString('latin1');
      for (const secret of [masterKey, 'backup.example', '07700 900123']) expect(text).not.toContain(secret);
    }
    for (const included of ['member_keys', 'performed_effects', 'stripe_webhooks'])
      expect(tables).toContain(`public.${included}`);
    for (const omitted of ['sessions', 'bookings', 'projection_checkpoints', 'password_resets']) {
      expect(tables).not.toContain(`public.${omitted}`);
    }
    expect(tables).not.toContain('sandbox.outbox');
    expect(register).toEqual({ entries: [], invalidLines: 0 });
  });

  it('leaves no draft after a kill once the next backup has run', async () => {
    const folder = join(home, 'killed');
    await cp(first.path, join(folder, basename(first.path)));
    const killed = startTask('backup', [], { DATA_DIR: dataDir, BACKUP_DIR: folder });
    await waitFor(async () => (await readdir(folder)).some((name) => name.endsWith('.part')));
    await killed.kill();
    expect((await listBackups(folder)).length).toBe(2);
    const { code, printed } = await backupTo(folder, '--keep', '1');
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('Removed') });
    const left = await listBackups(folder);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(basename(first.path));
  });

  it('is refused when damaged, cut off, of another key or without a register', async () => {
    const complete = await readFile(first.path);
    const bad = join(home, 'bad.backup');
    const restoreRefused = async (bytes: Buffer, ...args: string[]) => {
      await writeFile(bad, bytes);
      const to = join(home, 'never');
      const { code, printed } = await restore(to, bad, '--secrets', join(home, 'secrets.json'), ...args);
      expect(code).toBe(1);
      expect(existsSync(join(to, 'postgres'))).toBe(false);
      await rm(to, { recursive: true, force: true });
      return printed;
    };
    const flipped = Buffer.from(complete);
    const middle = Math.floor(complete.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 1;
    expect(await restoreRefused(flipped, '--without-erasures')).toMatch(
      /is damaged: .*Nothing was brought back/,
    );
    expect(await restoreRefused(complete.subarray(0, -300), '--without-erasures')).toContain(
      'it ends too early',
    );
    expect(await restoreRefused(complete)).toContain('There is no register of erasures');
    const { printed } = await runTask('restore', [first.path, '--data-dir', join(home, 'never')], {
      MASTER_KEY: 'ab'.repeat(32),
    });
    expect(printed).toContain('belongs to another MASTER_KEY');
    await rm(join(home, 'never'), { recursive: true, force: true });
    const here = await restore(dataDir, first.path);
    expect(here).toMatchObject({
      code: 1,
      printed: expect.stringContaining('holds an installation already'),
    });
  });
});

describe('a restored studio', () => {
  let to: string;
  let restored: StudioProcess;
  let position: string;
  let balances: number[];
  let lastBooking: number;

  const signIn = async (name: Name) => {
    const body = { email: emailOf(name), password };
    const visitor = new StudioClient(restored.base);
    return new StudioClient(
      restored.base,
      (await visitor.expect(signInAnswer, 'POST', '/api/auth/signin', body)).token,
    );
  };
  const countPasses = async (client: StudioClient) =>
    (await client.expect(passesAnswer, 'GET', '/api/user/passes')).reduce(
      (sum, { remaining }) => sum + remaining,
      0,
    );

  beforeAll(async () => {
    to = join(home, 'restored');
    // Long enough for the emails of the load's cancellations, so that the backup contains all sent emails.
    await new SandboxClock(studio.base).advance('PT1H');
    const { code, printed } = await backup();
    position = /to position (\d+)/.exec(printed)?.[1] ?? '';
    expect({ code, position }).toMatchObject({ code: 0, position: expect.stringMatching(/^\d+$/) });
    const latest = join(backups, (await listBackups()).at(-1) ?? '');
    balances = await Promise.all([countPasses(clientOf('ada')), countPasses(clientOf('ben'))]);
    const { bookings } = await clientOf('ada').expect(myBookings, 'GET', '/api/my-bookings');
    lastBooking = Math.max(...bookings.map(({ id }) => id));
    // A member is erased after the backup, and the studio extends the register itself.
    expect(await clientOf('cleo').call('DELETE', '/api/user', { password })).toMatchObject({ status: 200 });
    await waitFor(
      async () => (await readErasureRegister(join(backups, 'erasures.log')))?.entries.length === 1,
      {
        what: 'the register to name the erased member',
      },
    );
    const killed = startTask(
      'restore',
      [latest, '--data-dir', to, '--secrets', join(home, 'secrets.json')],
      {},
    );
    await waitFor(() => existsSync(join(to, 'postgres.restoring', 'cluster', 'postmaster.pid')));
    await killed.kill();
    expect(existsSync(join(to, 'postgres'))).toBe(false);
    const again = await restore(to, latest, '--secrets', join(home, 'secrets.json'));
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('Erasures since: 1 repeated') });
    expect(await readdir(to)).not.toContain('postgres.restoring');
    restored = await startStudioProcess(to);
  });
  afterAll(async () => {
    await restored?.stop();
  });

  it('has the same events, including their bytes and positions', async () => {
    const before = await readEvents(dataDir, position);
    expect(before.length).toBeGreaterThan(30);
    expect(await readEvents(to, position)).toEqual(before);
  });

  it('lets members sign in with their passes, and verifies', async () => {
    for (const [index, name] of (['ada', 'ben'] as const).entries())
      expect(await countPasses(await signIn(name))).toBe(balances[index]);
    const audit = await runTask('audit', ['verify'], { DATA_DIR: to });
    expect(audit).toMatchObject({ code: 0, printed: expect.stringContaining('✓ It holds') });
  });

  it('erases again a member who was erased after the backup, repeats no email, and assigns new ids only', async () => {
    const databaseUrl = await readDatabaseUrl(to);
    const [erasure] = (await readErasureRegister(join(backups, 'erasures.log')))?.entries ?? [];
    const keys = await query<{ wrapped_key: Buffer | null; same: boolean }>(
      databaseUrl,
      `SELECT wrapped_key, destroyed_at = $2 AS same FROM member_keys WHERE member_id = $1`,
      [erasure?.personId, erasure?.erasedAt],
    );
    expect(keys).toEqual([{ wrapped_key: null, same: true }]);
    const visitor = new StudioClient(restored.base);
    const typed = { email: emailOf('cleo'), password };
    expect(await visitor.call('POST', '/api/auth/signin', typed)).toMatchObject({ status: 401 });
    // The bookings end because of the event, and the address is free again.
    await waitFor(
      async () => {
        const rows = await query<{ status: string }>(
          databaseUrl,
          'SELECT status FROM bookings WHERE user_id = $1',
          [erasure?.personId],
        );
        return rows.length > 0 && rows.every(({ status }) => status !== 'confirmed');
      },
      { what: 'the bookings of the erased member to end' },
    );
    await visitor.signUp(emailOf('cleo'), 'Cleo anew');
    // The restored installation's own register contains the erasure, for later restores.
    expect((await readErasureRegister(join(to, 'backups', 'erasures.log')))?.entries).toEqual([erasure]);

    const outbox = async () =>
      outboxAnswer.parse(await (await fetch(`${restored.base}/sandbox/outbox.json?limit=1000`)).json());
    const listMails = async () =>
      (await outbox())
        .filter(({ kind }) => kind !== 'mailing-list')
        .map(({ to: recipient, kind }) => `${kind} ${recipient}`);
    // Every sweep has run again, but only the new member's welcome was sent.
    await new SandboxClock(restored.base).advance('PT1M');
    await waitFor(async () => (await listMails()).includes(`welcome ${emailOf('cleo')}`));
    expect(await listMails()).toEqual([`welcome ${emailOf('cleo')}`]);
    const dora = await signIn('dora');
    const { bookingId } = await dora.expect(bookingAnswer, 'POST', '/api/bookings', { classId: classIds[1] });
    expect(bookingId).toBeGreaterThan(lastBooking);
    const confirmation = `booking-confirmed ${emailOf('dora')}`;
    await waitFor(async () => (await listMails()).includes(confirmation));
    expect((await listMails()).sort()).toEqual([confirmation, `welcome ${emailOf('cleo')}`]);
  });
});

describe('a stopped studio', () => {
  it('is backed up by a Postgres that the command starts', async () => {
    const { dataDir: stopped } = await createPreparedStudio('stopped-studio');
    onTestFinished(() => removeDataDirectory(stopped));
    const file = `${stopped}.backup`;
    expect(await runTask('backup', ['--to', file], { DATA_DIR: stopped })).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(true);
    const nothing = await runTask('backup', [], { DATA_DIR: join(home, 'nothing') });
    expect(nothing).toMatchObject({ code: 2, printed: expect.stringContaining('There is no installation') });
  });
});
