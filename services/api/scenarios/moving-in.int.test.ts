import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { toLondonDay } from '#domain/london-time.ts';
import {
  readBroughtMembers,
  readBroughtThings,
  refreshStatistics,
} from '#projections/read-models/wallet/import-queries.ts';
import { verifyImportCertificate } from '#services/audit/import/certificate.ts';
import { verifyEvents } from '#services/audit/verifier/verify-events.ts';
import { finishUndo } from '#services/commands/import/finish-undo.ts';
import { inviteMembers } from '#services/commands/import/invite-members.ts';
import { runImport } from '#services/commands/import/run-import.ts';
import { adminMembersAnswer, memberPassesAnswer } from '#services/contract/admin-members.ts';
import { auditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { type ImportAnswer, importAnswer, importsAnswer } from '#services/contract/imports.ts';
import {
  CrashableProcess,
  ProcessCrashed,
  runInProcess,
} from '#tools/testing/crash-points/crashable-process.ts';
import { crashableRuntime } from '#tools/testing/crash-points/crashable-runtime.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import {
  createRandom,
  type MadeUpStudio,
  makeMindbodyLike,
  makeMomenceLike,
  memberEmail,
} from '../testing/made-up-studios.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const seed = Number(process.env.IMPORT_SEED ?? randomInt(1_000_000));
const KILLS = 20;

let studio: TestStudio;
let admin: StudioClient;
const today = toLondonDay(new Date());
const mindbody = makeMindbodyLike({ count: 600, seed, today });
/** The first forty of the second studio come to the first one, too. */
const known = Array.from({ length: 40 }, (_, index) => memberEmail('mindbody', index + 1));
const momence = makeMomenceLike({ count: 600, seed: seed + 1, today, known });

beforeAll(async () => {
  console.log(`IMPORT_SEED=${seed}`);
  studio = await startOwnStudio();
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

type Files = MadeUpStudio['files'];

function send(files: Files, fields: Readonly<Record<string, string>> = {}, query = ''): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [kind, bytes] of Object.entries(files)) form.set(kind, new Blob([bytes]), `${kind}.csv`);
  return fetch(`${studio.base}/api/admin/imports${query}`, {
    method: 'POST',
    headers: admin.headers,
    body: form,
  });
}

async function upload(...args: Parameters<typeof send>): Promise<ImportAnswer> {
  const response = await send(...args);
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return importAnswer.parse(body);
}
const dryRun = (files: Files, fields?: Readonly<Record<string, string>>) =>
  upload(files, fields, '?dryRun=true');

const readRefusal = async (response: Response) => {
  const { code, issues } = errorAnswer.parse(await response.json());
  return { status: response.status, code, ...(issues ? { paths: issues.map(({ path }) => path) } : {}) };
};

const context = () => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'worker', name: 'advance-import' } as const,
});

/** Waits until the read models have all that the stream of imports led to. */
async function waitForReadModels(): Promise<void> {
  let position: bigint | null = null;
  for await (const events of studio.runtime.eventStore.readAll(null, 5_000))
    position = events.at(-1)?.position ?? position;
  for (const name of ['wallet', 'members', 'audit-trail', 'money'])
    await vi.waitFor(
      async () => {
        const { rows } = await studio.runtime.pool.query<{ reached: boolean }>(
          'SELECT bool_and(position >= $1) AS reached FROM projection_checkpoints WHERE name = $2',
          [String(position), name],
        );
        expect(rows[0]?.reached).toBe(true);
      },
      { timeout: 20_000, interval: 50 },
    );
  await refreshStatistics(studio.runtime.pool);
}

/** Runs an import in processes that are killed at random effects, then in one that lives. */
async function runWithKills(importId: string, random: (below: number) => number): Promise<number> {
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const crash = { effect: 1 + random(70), when: 'after' } as const;
    const deps = crashableRuntime(studio.runtime, studio.runtime.pool);
    const process = new CrashableProcess(crash);
    const work = runInProcess(process, () => runImport(deps, { importId }, context()));
    await expect(work).rejects.toThrow(ProcessCrashed);
  }
  await runImport(studio.runtime, { importId }, context());
  return kills;
}

const readImports = async () => (await admin.expect(importsAnswer, 'GET', '/api/admin/imports')).imports;
const readEvents = async () => {
  const all = [];
  for await (const events of studio.runtime.eventStore.readAll(null, 5_000)) all.push(...events);
  return all;
};
const certify = async (importId: string) =>
  (
    await fetch(`${studio.base}/api/admin/imports/${importId}/certificate`, { headers: admin.headers })
  ).text();

/** The refused lines are exactly the broken ones, each with its reason. */
function expectRefused(answer: ImportAnswer, { refused }: MadeUpStudio): void {
  const found = new Map(answer.refused.map(({ file, line, reason }) => [`${file}:${line}`, reason]));
  expect([...found.keys()].toSorted()).toEqual([...refused.keys()].toSorted());
  for (const [place, reason] of refused) expect(found.get(place), place).toMatch(reason);
}

let first: ImportAnswer;
let second: ImportAnswer;

describe('a studio that comes from a system like Mindbody', () => {
  it('is asked what its dates mean, and nothing happens until that is answered', async () => {
    const answer = await dryRun(mindbody.files);
    expect(answer).toMatchObject({ preset: 'mindbody', source: 'Mindbody', dryRun: true });
    expect(answer.files).toMatchObject([
      { file: 'members', encoding: 'windows-1252', separator: ';', lines: 609 },
      { file: 'passes', encoding: 'utf-16le', separator: '\t' },
    ]);
    expect(answer.dates.ambiguous).toBeGreaterThan(100);
    const [example] = answer.dates.examples;
    expect(example?.dayFirst.slice(5, 7)).toBe(example?.monthFirst.slice(8, 10));
    expect(await readRefusal(await send(mindbody.files))).toMatchObject({
      status: 422,
      code: 'DATES_AMBIGUOUS',
    });
    expect(await readImports()).toEqual([]);
  });

  it('sees in a dry run what becomes of each line', async () => {
    first = await dryRun(mindbody.files, { dateOrder: 'month-first' });
    expect(first).toMatchObject({ created: mindbody.people, merged: 0, dates: { ambiguous: 0 } });
    expectRefused(first, mindbody);
    expect(first.sums.byPass).toEqual(mindbody.sums);
    expect(first.unknownNames).toEqual(['Unlimited Summer Pass']);
    expect(await readImports()).toEqual([]);
  });

  it('is brought over by processes that are killed at 20 random rows', async () => {
    const begun = await upload(mindbody.files, { dateOrder: 'month-first' });
    expect({ ...begun, pending: undefined }).toEqual({ ...first, dryRun: false, pending: undefined });
    const { importId } = begun;
    expect(
      await readRefusal(
        await fetch(`${studio.base}/api/admin/imports/${importId}/undo`, {
          ...{ method: 'POST', headers: admin.headers },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'IMPORT_RUNNING' });
    expect(await runWithKills(importId, createRandom(seed))).toBe(KILLS);
    await waitForReadModels();
    const [entry] = await readImports();
    expect(entry).toMatchObject({
      ...{ importId, status: 'closed', created: mindbody.people, merged: 0, done: mindbody.people },
    });
    expect(entry?.sums.byPass).toEqual(mindbody.sums);
  });

  it('has a certificate that says the same of the files and of the ledger', async () => {
    const text = await certify(first.importId);
    const verdict = verifyImportCertificate(text);
    expect(verdict?.problems).toEqual([]);
    expect(verdict?.content.ledgerSums).toEqual(mindbody.sums);
    expect(verdict?.content.lots.length).toBe(first.sums.lots);
    expect(text).not.toContain('@');
    const altered = verifyImportCertificate(text.replace('"passes":', '"passes":1'));
    expect(altered?.problems).toContain('The signature is not that of this content.');
    const verification = await verifyEvents(studio.runtime.eventStore, { now: new Date() });
    expect(verification.exceptions).toEqual([]);
  });

  it('grants nothing when the same files come again', async () => {
    const before = (await readEvents()).length;
    const again = await upload(mindbody.files, { dateOrder: 'month-first' });
    expect(again).toMatchObject({
      ...{ importId: first.importId, created: 0, merged: 0, refused: [], sums: { lots: 0, passes: 0 } },
    });
    const { passes } = mindbody.files;
    expect(passes && (await upload({ passes }))).toMatchObject({ created: 0, merged: 0, sums: { lots: 0 } });
    expect((await readEvents()).length).toBe(before);
    expect(await readImports()).toHaveLength(1);
  });

  it('leaves no line of the files behind, and names nobody in its events', async () => {
    const { pool } = studio.runtime;
    expect((await pool.query('SELECT * FROM import_work')).rows).toEqual([]);
    const keys = await pool.query("SELECT wrapped_key FROM member_keys WHERE member_id LIKE 'import-%'");
    expect(keys.rows).toEqual([{ wrapped_key: null }]);
    const events = (await readEvents()).filter(({ stream }) => stream === 'imports-studio');
    expect(events.map(({ type }) => type)).toEqual(['ImportBegun', 'ImportClosed']);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('@');
  });

  it('counts its passes as owed, and as no money received', async () => {
    const { money, liability } = await (await studio.admin()).expect(
      auditOverviewAnswer,
      'GET',
      '/api/audit/overview',
    );
    expect(money).toMatchObject({ receivedPence: 0, matched: true, lotsWithoutSale: { count: 0 } });
    expect(money.lots.import.pence).toBe(first.sums.pence);
    expect(liability).toMatchObject({ passes: first.sums.passes, pence: first.sums.pence });
  });
});

describe('a studio that comes from a system like Momence', () => {
  it('is merged by address with those who are here, killed at random rows again', async () => {
    second = await dryRun(momence.files);
    expect(second).toMatchObject({ preset: 'momence', created: 560, merged: 40 });
    expect(second.files.map(({ encoding, separator }) => [encoding, separator])).toEqual([
      ...[
        ['utf-8', ','],
        ['utf-8', ','],
        ['utf-8', '|'],
      ],
    ]);
    expectRefused(second, momence);
    expect(second.sums.byPass).toEqual(momence.sums);
    expect(second.warnings.some(({ reason }) => reason.includes('another name'))).toBe(true);
    await upload(momence.files);
    await runWithKills(second.importId, createRandom(seed + 2));
    await waitForReadModels();
    expect((await readImports())[0]).toMatchObject({
      ...{ source: 'Momence', status: 'closed', created: 560, merged: 40 },
    });
    expect(verifyImportCertificate(await certify(second.importId))?.problems).toEqual([]);
  });

  it('warns about lots that an earlier file has brought with the same numbers', async () => {
    const { passes } = momence.files;
    if (passes === undefined) throw new Error('There are no passes');
    const another = await dryRun({ passes: new Uint8Array([...passes, 10]) });
    expect(another.sums.lots).toBe(second.sums.lots - 40);
    expect(another.warnings.length).toBe(another.sums.lots);
    expect(another.warnings[0]?.reason).toMatch(/already has a pass/);
  });

  it('shows where a pass comes from', async () => {
    const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
    const one = members.find(({ email }) => email === memberEmail('momence', 100));
    const { passes } = await admin.expect(memberPassesAnswer, 'GET', `/api/admin/member-passes/${one?.id}`);
    expect(passes.find(({ passName }) => passName === 'Monthly Membership')).toMatchObject({
      ...{ kind: 'import', remaining: 2, brought: { source: 'Momence', passes: 2 } },
    });
  });

  it('is undone while nothing was used: lots are taken back, and who came with it is erased', async () => {
    const { importId } = second;
    expect((await admin.call('POST', `/api/admin/imports/${importId}/undo`)).status).toBe(200);
    expect((await admin.call('POST', `/api/admin/imports/${importId}/undo`)).status).toBe(200);
    const readBrought = (id: string) => readBroughtThings(studio.runtime.pool, id);
    const deps = crashableRuntime(studio.runtime, studio.runtime.pool);
    for (const effect of [40, 300]) {
      const work = () => finishUndo({ ...deps, readBrought }, { importId }, context());
      const killed = runInProcess(new CrashableProcess({ effect, when: 'after' }), work);
      await expect(killed).rejects.toThrow(ProcessCrashed);
    }
    await finishUndo({ ...studio.runtime, readBrought }, { importId }, context());
    await waitForReadModels();
    const [entry] = await readImports();
    expect(entry).toMatchObject({
      ...{ status: 'undone', undone: { lots: second.sums.lots, kept: 0, members: 560 } },
    });
    const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
    expect(members).toHaveLength(mindbody.people);
    const taken = (await readEvents()).filter(
      ({ type, data }) => type === 'LotRevoked' && 'reason' in data && data.reason === 'import',
    );
    expect(taken).toHaveLength(second.sums.lots);
    expect(
      await readRefusal(
        await fetch(`${studio.base}/api/admin/imports/${importId}/certificate`, {
          headers: admin.headers,
        }),
      ),
    ).toMatchObject({ status: 409, code: 'IMPORT_UNDONE' });
    // Then the files may come again, as another import.
    const again = await dryRun(momence.files);
    expect(again.importId).not.toBe(importId);
    expect(again.sums).toEqual(second.sums);
  });
});

it('cannot be undone once a pass was used, and says by whom', async () => {
  const { rows } = await studio.runtime.pool.query<{ id: string; name: string }>(
    `SELECT u.id, u.name FROM users u JOIN wallet_lots l ON l.member_id = u.id
     WHERE l.import_id = $1 AND l.expires_at > now() + interval '20 days' ORDER BY u.id LIMIT 1`,
    [first.importId],
  );
  const [classId] = await openClasses(admin, 2);
  const booked = await admin.call('POST', '/api/admin/add-member-to-class', {
    ...{ classId, userId: rows[0]?.id },
  });
  expect(booked.status).toBe(200);
  const refusal = await admin.call('POST', `/api/admin/imports/${first.importId}/undo`);
  expect(refusal).toMatchObject({ status: 409, body: { code: 'IMPORT_USED' } });
  expect(JSON.stringify(refusal.body)).toContain(rows[0]?.name);
});

it('invites each member who came with it once', async () => {
  const { importId } = first;
  for (let press = 0; press < 2; press += 1) {
    expect((await admin.call('POST', `/api/admin/imports/${importId}/invite`)).status).toBe(200);
    const readMembers = (id: string) => readBroughtMembers(studio.runtime.pool, id);
    await inviteMembers({ ...studio.runtime, readMembers }, { importId }, context());
  }
  const events = await readEvents();
  expect(events.filter(({ type }) => type === 'MemberInvited')).toHaveLength(mindbody.people);
  expect(events.filter(({ type }) => type === 'ImportInvited')).toHaveLength(1);
  const undone = second.importId;
  expect(await admin.call('POST', `/api/admin/imports/${undone}/invite`)).toMatchObject({
    ...{ status: 409, body: { code: 'IMPORT_UNDONE' } },
  });
});

describe('an upload', () => {
  const csv = (text: string) => new TextEncoder().encode(text);

  it('over 10 MB is 413, in one file and together', async () => {
    const half = new Uint8Array(6 * 1024 * 1024).fill(65);
    const whole = new Uint8Array(10 * 1024 * 1024 + 1).fill(65);
    for (const files of [{ members: whole }, { members: half, passes: half }])
      expect(await readRefusal(await send(files))).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('of over 200,000 lines is 413', async () => {
    const members = csv(`name,email\n${'a,b\n'.repeat(200_001)}`);
    const refusal = errorAnswer.parse(await (await send({ members }, {}, '?dryRun=true')).json());
    expect(refusal).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', error: expect.stringContaining('200,000') });
  });

  it('without files, of JSON, or with files of other names is refused', async () => {
    expect(await readRefusal(await send({}))).toMatchObject({ status: 400 });
    const json = await admin.call('POST', '/api/admin/imports', { members: 'name,email' });
    expect(json).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    const form = new FormData();
    form.set('people', new Blob(['name,email']), 'people.csv');
    const other = await fetch(`${studio.base}/api/admin/imports`, {
      ...{ method: 'POST', headers: admin.headers, body: form },
    });
    expect(other.status).toBe(400);
    expect((await send({ members: csv('name,email') }, { mapping: '{' })).status).toBe(400);
    expect((await send({ members: csv('name,email') }, { dateOrder: 'both' })).status).toBe(400);
  });

  it('is mapped by hand: columns, and the names of passes', async () => {
    const members = csv('Wer;Adresse\nHanna Hand;hanna@hand.example\n');
    const passes = csv('Adresse;Karte;Rest;Bis\nhanna@hand.example;Zehnerkarte;7;2099-04-03\n');
    const asked = await dryRun({ members, passes });
    expect(asked.files.map(({ missing }) => missing)).toEqual([
      ['name', 'email'],
      ['email', 'pass', 'remaining', 'expires'],
    ]);
    expect(await readRefusal(await send({ members }))).toMatchObject({
      ...{ status: 400, code: 'INVALID_INPUT', paths: ['mapping.members.name', 'mapping.members.email'] },
    });
    const mapping = {
      members: { name: 'Wer', email: ['Adresse'] },
      passes: { email: 'Adresse', pass: 'Karte', remaining: 'Rest', expires: 'Bis' },
      names: { Zehnerkarte: '10 Class Pass' },
    };
    const mapped = await dryRun({ members, passes }, { mapping: JSON.stringify(mapping), source: 'Papier' });
    expect(mapped).toMatchObject({ created: 1, refused: [], source: 'Papier' });
    expect(mapped.sums.byPass).toEqual([{ name: '10 Class Pass', lots: 1, passes: 7, pence: 0 }]);
  });

  it('changes nothing of an account but a missing phone number, and gives no newsletter unasked', async () => {
    const email = 'meg.member@example.com';
    await new StudioClient(studio.base).signUp(email, 'Meg Member');
    await waitForReadModels();
    const findMember = async () =>
      (await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members')).members.find(
        (member) => member.email === email,
      );
    const before = await findMember();
    expect(before?.name).toBe('Meg Member');
    const text = `name,email,phone\nOther Name,${email.toUpperCase()},07700 900000\nNina New,nina@new.example,`;
    const { importId } = await upload({ members: csv(text) });
    await runImport(studio.runtime, { importId }, context());
    await waitForReadModels();
    expect(await findMember()).toMatchObject({
      ...{ name: before?.name, phone: before?.phone, email: before?.email },
    });
    const nina = await studio.runtime.pool.query(
      "SELECT newsletter, password, is_silent FROM users WHERE email = 'nina@new.example'",
    );
    expect(nina.rows).toEqual([{ newsletter: false, password: null, is_silent: true }]);
    const { state } = await studio.runtime.deciders.load(importsDecider, ALL_IMPORTS);
    expect(state.imports.get(importId)).toMatchObject({ created: 1, merged: 1 });
  });
});
