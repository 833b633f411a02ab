import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { auditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { inviteAnswer, staffSessionAnswer } from '#services/contract/staff.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

const password = 'seaside-terrace';
const tables = ['members', 'lots', 'bookings', 'classes', 'payments', 'memberships', 'events'];

let studio: TestStudio;
let admin: StudioClient;
let owner: StudioClient;
let annId: string;
let bobId: string;
let files: Record<string, string>;

/** An admin with an account of their own. */
async function joinAsAdmin(): Promise<StudioClient> {
  const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', {
    email: 'owner@example.com',
    role: 'admin',
  });
  const actor = { kind: 'system', name: 'test' } as const;
  const context = { now: new Date(), commandId: randomUUID(), actor };
  const issued = await issueStaffInvite(studio.runtime, { staffId }, context);
  const answer = await admin.expect(staffSessionAnswer, 'POST', '/api/staff/join', {
    ...{ token: issued?.token, name: 'Olive Owner', password },
  });
  return new StudioClient(studio.base, answer.token);
}

async function download(client: StudioClient): Promise<Response> {
  return fetch(`${studio.base}/api/admin/export`, { method: 'POST', headers: client.headers });
}

const rowsOf = (table: string) =>
  z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(files[`${table}.json`] ?? ''));

beforeAll(async () => {
  studio = await startOwnStudio();
  admin = await studio.admin();
  owner = await joinAsAdmin();
  const visitor = new StudioClient(studio.base);
  const ann = await visitor.signUp('ann@example.com', '=HYPERLINK("x")');
  await ann.call('PUT', '/api/user/health', {
    ...{ onMedication: true, medicationDetails: 'secret-medicine', hasInjuries: false, injuryDetails: '' },
    ...{ isPregnantOrPostpartum: false, painfulMovements: false, painfulMovementDetails: '' },
    okWithHandsOnCorrections: true,
  });
  const bob = await visitor.signUp('bob@example.com', 'Bob, "Bobby" Gone');
  const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
  annId = members.find(({ email }) => email === 'ann@example.com')?.id ?? '';
  bobId = members.find(({ email }) => email === 'bob@example.com')?.id ?? '';
  for (const id of [annId, bobId])
    await admin.call('POST', `/api/admin/members/${id}/add-passes`, {
      ...{ passes: 2, reason: 'A gift', requestKey: randomUUID() },
    });
  const [classId] = await openClasses(admin, 2);
  expect((await ann.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect(bob.token).not.toBe('');
  expect((await admin.call('DELETE', `/api/admin/members/${bobId}`)).status).toBe(200);
  // As the worker does immediately.
  await studio.runtime.memberKeys.destroy(bobId);
  const response = await download(owner);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  files = Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
});
afterAll(() => studio?.stop());

describe('the export of all data', () => {
  it('has every table twice, and a README that explains each column', () => {
    expect(Object.keys(files).toSorted()).toEqual(
      ['README.md', ...tables.flatMap((table) => [`${table}.csv`, `${table}.json`])].toSorted(),
    );
    for (const table of tables) {
      const header = files[`${table}.csv`]?.replace('\u{feff}', '').split('\r\n')[0] ?? '';
      for (const column of header.split(',')) expect(files['README.md'], table).toContain(`- ${column}: `);
      const [row] = rowsOf(table);
      if (row !== undefined) expect(Object.keys(row)).toEqual(header.split(','));
    }
  });

  it('has members, passes and bookings as they are, and nothing of an erased member but ids', () => {
    const members = rowsOf('members');
    expect(members).toHaveLength(2);
    expect(members.find(({ memberId }) => memberId === annId)).toMatchObject({
      ...{ name: '=HYPERLINK("x")', email: 'ann@example.com', passes: 1, erasedAt: null },
    });
    expect(members.find(({ memberId }) => memberId === bobId)).toMatchObject({ name: null, email: null });
    expect(rowsOf('lots')).toMatchObject([{ granted: 2 }, { granted: 2 }]);
    expect(rowsOf('bookings')).toMatchObject([{ memberId: annId, status: 'confirmed' }]);
    expect(rowsOf('classes')).toHaveLength(2);
    expect(files['members.csv']).toContain(`"'=HYPERLINK(""x"")"`);
    for (const [name, text] of Object.entries(files)) expect(text.includes('Bobby'), name).toBe(false);
  });

  it('has every event, opened, without passwords, secrets and health answers', () => {
    const events = rowsOf('events');
    const types = new Set(events.map(({ type }) => type));
    for (const type of [
      'MemberSignedUp',
      'HealthAnswersChanged',
      'SeatBooked',
      'StudioExported',
      'MemberErased',
    ])
      expect(types).toContain(type);
    expect(
      events.find(({ type, data }) => type === 'MemberSignedUp' && String(data).includes(annId))?.data,
    ).toContain('ann@example.com');
    const all = Object.values(files).join();
    for (const secret of ['argon2', 'secret-medicine', 'passwordHash'])
      expect(all.includes(secret), secret).toBe(false);
    expect(files['events.csv']?.trimEnd().split('\r\n').length).toBeGreaterThan(events.length);
  });

  it('is recorded with who took it, before anything is read', async () => {
    const taken = rowsOf('events').filter(({ type }) => type === 'StudioExported');
    expect(taken).toMatchObject([{ by: expect.stringContaining('"staffId"') }]);
    const readCounts = async () =>
      (await admin.expect(auditOverviewAnswer, 'GET', '/api/audit/overview')).unusual.counts;
    await expect.poll(readCounts).toMatchObject({ export: 1, rules: 0 });
  });

  it('is for admins with an account of their own', async () => {
    const shared = await download(admin);
    expect([shared.status, errorAnswer.parse(await shared.json()).code]).toEqual([409, 'OWN_ACCOUNT_NEEDED']);
    const visitor = new StudioClient(studio.base);
    for (const [client, status] of [
      [visitor, 401],
      [await visitor.staff('instructor'), 403],
      [await visitor.staff('auditor'), 403],
    ] as const)
      expect((await download(client)).status).toBe(status);
  });
});
