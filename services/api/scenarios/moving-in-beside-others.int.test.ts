import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { readBroughtMembers, readBroughtThings } from '#projections/read-models/wallet/import-queries.ts';
import { verifyImportCertificate } from '#services/audit/import/certificate.ts';
import { finishUndo } from '#services/commands/import/finish-undo.ts';
import { inviteMembers } from '#services/commands/import/invite-members.ts';
import { adminMembersAnswer, memberPassesAnswer } from '#services/contract/admin-members.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import type { ImportAnswer } from '#services/contract/imports.ts';
import {
  CrashableProcess,
  ProcessCrashed,
  runInProcess,
} from '#tools/testing/crash-points/crashable-process.ts';
import { crashableRuntime } from '#tools/testing/crash-points/crashable-runtime.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { expectRefused, ImportStudio, readRefusal, workerContext } from '../testing/import-studio.fixture.ts';
import { createRandom, makeMomenceLike, memberEmail } from '../testing/made-up-studios.fixture.ts';

const seed = Number(process.env.IMPORT_SEED ?? randomInt(1_000_000));
const KILLS = 20;

const today = toLondonDay(new Date());
const csv = (text: string) => new TextEncoder().encode(text);
const PEOPLE = 60;
const people = Array.from({ length: PEOPLE }, (_, index) => memberEmail('first', index));
/** The first forty come with the second studio, too. */
const momence = makeMomenceLike({ count: 600, seed, today, known: people.slice(0, 40) });

let studio: ImportStudio;
let admin: StudioClient;
/** The import of the people who were here before. */
let firstId: string;

beforeAll(async () => {
  console.log(`IMPORT_SEED=${seed}`);
  studio = await ImportStudio.start();
  ({ admin } = studio);
  const expires = addDaysToDay(today, 33);
  const rows = people.map((email) => `${email},10 Class Pass,10,7,${today},${expires},170`);
  const { importId } = await studio.upload({
    members: csv(['name,email', ...people.map((email, index) => `Pat Person ${index},${email}`)].join('\n')),
    passes: csv(['email,pass,classes,remaining,purchased,expires,price', ...rows].join('\n')),
  });
  firstId = importId;
  await studio.run(firstId);
  await studio.waitForReadModels();
});
afterAll(() => studio?.running.stop());

const readMembers = async () => (await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members')).members;

/** Merges the second studio by address with those who are here, killed at random rows. */
async function merge(): Promise<ImportAnswer> {
  const seen = await studio.dryRun(momence.files);
  expect(seen).toMatchObject({ preset: 'momence', created: 560, merged: 40 });
  expect(seen.files.map(({ encoding, separator }) => [encoding, separator])).toEqual([
    ...[
      ['utf-8', ','],
      ['utf-8', ','],
      ['utf-8', '|'],
    ],
  ]);
  expectRefused(seen, momence);
  expect(seen.sums.byPass).toEqual(momence.sums);
  expect(seen.warnings.some(({ reason }) => reason.includes('another name'))).toBe(true);
  await studio.upload(momence.files);
  await studio.runWithKills(seen.importId, KILLS, createRandom(seed + 2));
  await studio.waitForReadModels();
  expect((await studio.readImports())[0]).toMatchObject({
    ...{ importId: seen.importId, source: 'Momence', status: 'closed', created: 560, merged: 40 },
  });
  expect(verifyImportCertificate(await studio.certify(seen.importId))?.problems).toEqual([]);
  return seen;
}

/** A file with the same lots as an earlier one brings a warning about each. */
async function expectWarnings({ sums }: ImportAnswer): Promise<void> {
  const { passes } = momence.files;
  if (passes === undefined) throw new Error('There are no passes');
  const another = await studio.dryRun({ passes: new Uint8Array([...passes, 10]) });
  expect(another.sums.lots).toBe(sums.lots - 40);
  expect(another.warnings.length).toBe(another.sums.lots);
  expect(another.warnings[0]?.reason).toMatch(/already has a pass/);
}

async function expectOriginOfPass(): Promise<void> {
  const one = (await readMembers()).find(({ email }) => email === memberEmail('momence', 100));
  const { passes } = await admin.expect(memberPassesAnswer, 'GET', `/api/admin/member-passes/${one?.id}`);
  expect(passes.find(({ passName }) => passName === 'Monthly Membership')).toMatchObject({
    ...{ kind: 'import', remaining: 2, brought: { source: 'Momence', passes: 2 } },
  });
}

/** Lots are taken back, and who came with them is erased, although processes are killed; the files may come again. */
async function undo({ importId, sums }: ImportAnswer): Promise<void> {
  const { runtime } = studio.running;
  expect((await admin.call('POST', `/api/admin/imports/${importId}/undo`)).status).toBe(200);
  expect((await admin.call('POST', `/api/admin/imports/${importId}/undo`)).status).toBe(200);
  const readBrought = (id: string) => readBroughtThings(runtime.pool, id);
  const deps = crashableRuntime(runtime, runtime.pool);
  for (const effect of [40, 300]) {
    const work = () => finishUndo({ ...deps, readBrought }, { importId }, workerContext());
    const killed = runInProcess(new CrashableProcess({ effect, when: 'after' }), work);
    await expect(killed).rejects.toThrow(ProcessCrashed);
  }
  await finishUndo({ ...runtime, readBrought }, { importId }, workerContext());
  await studio.waitForReadModels();
  expect((await studio.readImports())[0]).toMatchObject({
    ...{ importId, status: 'undone', undone: { lots: sums.lots, kept: 0, members: 560 } },
  });
  const taken = (await studio.readEvents()).filter(
    ({ type, data }) => type === 'LotRevoked' && 'reason' in data && data.reason === 'import',
  );
  expect(taken).toHaveLength(sums.lots);
  const again = await studio.dryRun(momence.files);
  expect(again.importId).not.toBe(importId);
  expect(again.sums).toEqual(sums);
}

it('merges a studio like Momence by address, shows where its passes come from, and undoes it while none was used', async () => {
  const before = await readMembers();
  const second = await merge();
  await expectWarnings(second);
  await expectOriginOfPass();
  await undo(second);
  expect(await readMembers()).toHaveLength(before.length);
  expect(await readRefusal(await studio.fetch(`/${second.importId}/certificate`))).toMatchObject({
    ...{ status: 409, code: 'IMPORT_UNDONE' },
  });
  expect(await admin.call('POST', `/api/admin/imports/${second.importId}/invite`)).toMatchObject({
    ...{ status: 409, body: { code: 'IMPORT_UNDONE' } },
  });
});

it('cannot undo an import once a pass was used, and names the member', async () => {
  // Not one of the forty, whose booking may take a pass of the second studio.
  const member = (await readMembers()).find(({ email }) => email === people.at(-1));
  const [classId] = await openClasses(admin, 2);
  const booked = await admin.call('POST', '/api/admin/add-member-to-class', { classId, userId: member?.id });
  expect(booked.status).toBe(200);
  const refusal = await admin.call('POST', `/api/admin/imports/${firstId}/undo`);
  expect(refusal).toMatchObject({ status: 409, body: { code: 'IMPORT_USED' } });
  expect(JSON.stringify(refusal.body)).toContain(member?.name);
});

it('invites each member who came with an import once', async () => {
  for (let press = 0; press < 2; press += 1) {
    expect((await admin.call('POST', `/api/admin/imports/${firstId}/invite`)).status).toBe(200);
    const readBrought = (id: string) => readBroughtMembers(studio.running.runtime.pool, id);
    await inviteMembers(
      { ...studio.running.runtime, readMembers: readBrought },
      { importId: firstId },
      workerContext(),
    );
  }
  const events = await studio.readEvents();
  expect(events.filter(({ type }) => type === 'MemberInvited')).toHaveLength(PEOPLE);
  expect(events.filter(({ type }) => type === 'ImportInvited')).toHaveLength(1);
});

describe('an upload', () => {
  it('over 10 MB is 413, in one file and together', async () => {
    const half = new Uint8Array(6 * 1024 * 1024).fill(65);
    const whole = new Uint8Array(10 * 1024 * 1024 + 1).fill(65);
    for (const files of [{ members: whole }, { members: half, passes: half }])
      expect(await readRefusal(await studio.send(files))).toMatchObject({
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
      });
  });

  it('of over 200,000 lines is 413', async () => {
    const members = csv(`name,email\n${'a,b\n'.repeat(200_001)}`);
    const refusal = errorAnswer.parse(await (await studio.send({ members }, {}, '?dryRun=true')).json());
    expect(refusal).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', error: expect.stringContaining('200,000') });
  });

  it('without files, of JSON, or with files of other names is refused', async () => {
    expect(await readRefusal(await studio.send({}))).toMatchObject({ status: 400 });
    const json = await admin.call('POST', '/api/admin/imports', { members: 'name,email' });
    expect(json).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    const form = new FormData();
    form.set('people', new Blob(['name,email']), 'people.csv');
    const other = await studio.fetch('', { method: 'POST', body: form });
    expect(other.status).toBe(400);
    expect((await studio.send({ members: csv('name,email') }, { mapping: '{' })).status).toBe(400);
    expect((await studio.send({ members: csv('name,email') }, { dateOrder: 'both' })).status).toBe(400);
  });

  it('is mapped by hand: columns, and the names of passes', async () => {
    const members = csv('Wer;Adresse\nHanna Hand;hanna@hand.example\n');
    const passes = csv('Adresse;Karte;Rest;Bis\nhanna@hand.example;Zehnerkarte;7;2099-04-03\n');
    const asked = await studio.dryRun({ members, passes });
    expect(asked.files.map(({ missing }) => missing)).toEqual([
      ['name', 'email'],
      ['email', 'pass', 'remaining', 'expires'],
    ]);
    expect(await readRefusal(await studio.send({ members }))).toMatchObject({
      ...{ status: 400, code: 'INVALID_INPUT', paths: ['mapping.members.name', 'mapping.members.email'] },
    });
    const mapping = {
      members: { name: 'Wer', email: ['Adresse'] },
      passes: { email: 'Adresse', pass: 'Karte', remaining: 'Rest', expires: 'Bis' },
      names: { Zehnerkarte: '10 Class Pass' },
    };
    const mapped = await studio.dryRun(
      { members, passes },
      { mapping: JSON.stringify(mapping), source: 'Papier' },
    );
    expect(mapped).toMatchObject({ created: 1, refused: [], source: 'Papier' });
    expect(mapped.sums.byPass).toEqual([{ name: '10 Class Pass', lots: 1, passes: 7, pence: 0 }]);
  });

  it('changes nothing of an account but a missing phone number, and gives no newsletter unasked', async () => {
    const email = 'meg.member@example.com';
    await new StudioClient(admin.base).signUp(email, 'Meg Member');
    await studio.waitForReadModels();
    const findMember = async () => (await readMembers()).find((member) => member.email === email);
    const before = await findMember();
    expect(before?.name).toBe('Meg Member');
    const text = `name,email,phone\nOther Name,${email.toUpperCase()},07700 900000\nNina New,nina@new.example,`;
    const { importId } = await studio.upload({ members: csv(text) });
    await studio.run(importId);
    await studio.waitForReadModels();
    expect(await findMember()).toMatchObject({
      ...{ name: before?.name, phone: before?.phone, email: before?.email },
    });
    const nina = await studio.running.runtime.pool.query(
      "SELECT newsletter, password, is_silent FROM users WHERE email = 'nina@new.example'",
    );
    expect(nina.rows).toEqual([{ newsletter: false, password: null, is_silent: true }]);
    const { state } = await studio.running.runtime.deciders.load(importsDecider, ALL_IMPORTS);
    expect(state.imports.get(importId)).toMatchObject({ created: 1, merged: 1 });
  });
});
