import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { studioProjections } from '#projections/registry.ts';
import { auditKeyAnswer, auditVerifyAnswer, erasureCertificate } from '#services/contract/audit.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// Each checks the whole store, or moves the clock over years.
vi.setConfig({ testTimeout: 120_000 });

let studio: RunningStudio;
let visitor: StudioClient;
let auditor: StudioClient;
let memberId: string;
const email = 'wren.leaves@example.org';
const password = 'seaside-7';
const user = z.object({ user: z.object({ id: z.string() }) });
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const interest = {
  name: 'Wren',
  phone: '07700 900123',
  message: 'Mornings',
  email: ' WREN.Leaves@example.org'.trim(),
};

const certificatePath = (id: string) => `/api/audit/members/${id}/erasure`;
const certificateOf = (id: string) => auditor.expect(erasureCertificate.strict(), 'GET', certificatePath(id));
const verify = async () => {
  const { verdict } = await auditor.expect(auditVerifyAnswer.strict(), 'GET', '/api/audit/verify');
  if (verdict === null) throw new Error('The verification has no verdict');
  return verdict;
};

/** `npm run audit`, as an auditor runs it. */
function audit(...args: string[]): Promise<{ code: number; text: string }> {
  const program = new URL('../../../tools/tasks/audit.ts', import.meta.url).pathname;
  const env = { ...process.env, DATA_DIR: studio.dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}

beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
  auditor = await visitor.staff('auditor');
}, 120_000);
afterAll(() => studio?.remove());

describe('what the studio holds of a member', () => {
  it('is all in one file before they leave', async () => {
    const wren = await visitor.signUp(email, 'Wren Leaves');
    memberId = (await wren.expect(user, 'GET', '/api/auth/user')).user.id;
    const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
    expect((await wren.buy(classPasses.find(({ name }) => name === '5 Class Pass')?.id ?? 0)).status).toBe(
      200,
    );
    const [classId] = await openClasses(await visitor.staff('admin'), 1);
    expect((await wren.call('POST', '/api/bookings', { classId })).status).toBe(200);
    expect((await visitor.call('POST', '/api/registrations', interest)).status).toBe(200);
    expect((await visitor.call('POST', '/api/auth/signin', { email, password })).status).toBe(200);
    const renamed = { name: 'Wren Stays', phone: '07700 900124', dateOfBirth: '1990-05-12' };
    expect((await wren.call('PUT', '/api/user/profile', renamed)).status).toBe(200);
    expect(
      (
        await wren.call('POST', '/api/user/email', {
          newEmail: 'wren.new@example.org',
          currentPassword: password,
        })
      ).status,
    ).toBe(200);
    await wren.call('PUT', '/api/user/consents', { newsletter: false });
    await auditor.call('GET', `/api/audit/members?query=${memberId}`);
    const data = await waitFor(
      async () => {
        const file = await wren.expect(exportAnswer.strict(), 'GET', '/api/user/export');
        const noted = file.emails.map(({ kind }) => kind);
        return noted.length >= 3 && noted.includes('welcome') && noted.includes('receipt') && file;
      },
      { timeout: 60_000, what: 'the emails to be noted' },
    );
    expect(data).toMatchObject({
      format: 'tideline-member-export',
      schemaVersion: 2,
      toldOfDeletionAt: null,
    });
    expect(data.changes.map((change) => change.what)).toEqual(['profile', 'health', 'password', 'profile']);
    const names = data.changes.flatMap((change) => (change.what === 'profile' ? [change.profile.name] : []));
    expect(names).toEqual(['Wren Leaves', 'Wren Stays']);
    expect(data.consents.history.map(({ given }) => given)).toEqual([true, false]);
    expect(data.emails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['welcome', 'receipt']));
    expect(data.readings).toMatchObject([{ what: 'audit', by: 'auditor', classId: null }]);
    expect(data.registrations).toMatchObject([{ name: 'Wren', message: 'Mornings' }]);
    expect(data.addressChanges).toMatchObject([{ to: 'wren.new@example.org', confirmedAt: null }]);
    expect(data.lastSignedInAt).not.toBeNull();
    expect(JSON.stringify(data)).not.toMatch(/argon/);
    expect(exportAnswer.parse(data).payments).toHaveLength(1);
  });
});

describe('the proof that someone is forgotten', () => {
  it('is there once all of it is done, a registration with the same address included', async () => {
    expect((await auditor.call('GET', certificatePath(memberId))).status).toBe(404);
    const other = { ...interest, name: 'Olga', email: 'olga@example.org' };
    expect((await visitor.call('POST', '/api/registrations', other)).status).toBe(200);
    const { token } = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signin', {
      email,
      password,
    });
    const wren = new StudioClient(studio.process.base, token);
    expect((await wren.call('DELETE', '/api/user', { password })).status).toBe(200);
    await waitFor(async () => (await auditor.call('GET', certificatePath(memberId))).status === 200, {
      timeout: 20_000,
      what: 'the certificate',
    });
    const { content, signature } = await certificateOf(memberId);
    expect(content).toMatchObject({
      memberId,
      asked: { by: { kind: 'member', id: memberId }, stream: `member-${memberId}` },
      key: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
      sealed: { events: 4 },
      registrations: [{ sealed: { events: 1 } }],
      kept: { bookings: 1, payments: 1, removedAt: null },
    });
    expect(Number(content.sealed.lastPosition)).toBeLessThan(Number(content.asked.position));
    expect(content.kept.until?.slice(0, 4)).toBe(String(new Date().getUTCFullYear() + 7));
    expect(JSON.stringify(content)).not.toMatch(/wren|07700/i);
    const { fingerprint } = await auditor.expect(auditKeyAnswer, 'GET', '/api/audit/key');
    expect(signature.fingerprint).toBe(fingerprint);
    const rows = await studio.query('SELECT email, erased_with FROM registrations ORDER BY id');
    expect(rows).toEqual([
      { email: null, erased_with: memberId },
      { email: 'olga@example.org', erased_with: null },
    ]);
    const keys = await studio.query(
      "SELECT 1 FROM member_keys WHERE member_id LIKE 'registration-%' AND wrapped_key IS NULL",
    );
    expect(keys).toHaveLength(1);
    for (const table of ['password_resets', 'email_changes', 'member_activity', 'calendar_feeds']) {
      expect(await studio.query(`SELECT 1 FROM ${table} WHERE member_id = $1`, [memberId]), table).toEqual(
        [],
      );
    }
    expect(await studio.query(`SELECT 1 FROM sessions WHERE sess ->> 'memberId' = $1`, [memberId])).toEqual(
      [],
    );
  });

  it('is checked by itself, against the studio, and shows when it was changed', async () => {
    const file = join(studio.dataDir, 'erasure.json');
    const certificate = await certificateOf(memberId);
    const text = JSON.stringify(certificate);
    await writeFile(file, text);
    const good = await audit('verify', file, '--key', certificate.signature.fingerprint);
    expect(good).toMatchObject({
      code: 0,
      text: expect.stringContaining('✓ It holds: signature and dates.'),
    });
    const here = await audit('verify', file, '--here');
    expect(here).toMatchObject({ code: 0, text: expect.stringContaining('this installation says the same') });
    await writeFile(file, text.replace('"kind":"member"', '"kind":"staff"'));
    const changed = await audit('verify', file, '--here');
    expect(changed.code).toBe(1);
    expect(changed.text).toContain('✗ The signature is not that of this content.');
    expect(changed.text).toContain('✗ The store says otherwise: asked.');
  });

  it('holds in the check of the whole store, until something of theirs is there again, which is named', async () => {
    const clock = new SandboxClock(studio.process.base);
    await clock.moveTo(new Date((await clock.now()).getTime() + 16 * millisecondsInMinute));
    const sound = await verify();
    expect(sound.events.exceptions).toEqual([]);
    expect(sound).toMatchObject({ holds: true, events: { totals: { erased: 1 } } });

    const codes = async () =>
      (await verify()).events.exceptions.map(({ code, found }) => `${code}: ${found}`);
    const [kept] = await studio.query('SELECT * FROM member_keys WHERE member_id = $1', [memberId]);
    const restoreTombstone = () =>
      studio.query(
        'UPDATE member_keys SET wrapped_key = NULL, destroyed_at = $2, key_fingerprint = $3 WHERE member_id = $1',
        [memberId, kept?.destroyed_at, kept?.key_fingerprint],
      );
    const registrant = `registration-${(await certificateOf(memberId)).content.registrations[0]?.registrationId}`;
    // Rows of tables, all at once.
    await studio.query("INSERT INTO member_activity VALUES ($1, '2026-01-01')", [memberId]);
    await studio.query("UPDATE users SET name = 'Wren' WHERE id = $1", [memberId]);
    await studio.query('CREATE SCHEMA asof_members_9');
    await studio.query('CREATE TABLE asof_members_9.users AS SELECT * FROM users');
    await studio.query(
      `INSERT INTO registrations (id, name, email, phone, created_at)
       VALUES (999, 'Wren', $1, '07700', '2026-01-01')`,
      [email],
    );
    expect((await codes()).toSorted()).toEqual([
      'ERASED_ROW_REMAINS: a row of asof_members_9.users',
      'ERASED_ROW_REMAINS: a row of member_activity',
      'ERASED_ROW_REMAINS: a row of registrations',
      'ERASED_ROW_REMAINS: a row of users',
    ]);
    await studio.query('DELETE FROM registrations WHERE id = 999');
    await studio.query('DROP SCHEMA asof_members_9 CASCADE');
    await studio.query('DELETE FROM member_activity WHERE member_id = $1', [memberId]);
    await studio.query('UPDATE users SET name = NULL WHERE id = $1', [memberId]);
    // A tombstone that contradicts the log, one that is gone, and a key that is there again.
    await studio.query("UPDATE member_keys SET destroyed_at = '2020-01-01' WHERE member_id = $1", [memberId]);
    expect(await codes()).toEqual(['ERASURE_CONTRADICTED: destroyed 2020-01-01T00:00:00.000Z']);
    await restoreTombstone();
    await studio.query('DELETE FROM member_keys WHERE member_id = $1', [registrant]);
    // What is sealed can't be opened without a row, so the replay itself can't go on: that is said loudly.
    expect((await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify')).state).toBe('failed');
    await studio.query(
      "INSERT INTO member_keys (member_id, destroyed_at) VALUES ($1, now() + interval '1 year')",
      [registrant],
    );
    expect(await codes()).toEqual([]);
  });

  it('is refused while the key is there, which the check names as well', async () => {
    const gone = await visitor.signUp('gil.goes@example.org');
    const { id } = (await gone.expect(user, 'GET', '/api/auth/user')).user;
    const [key] = await studio.query('SELECT wrapped_key FROM member_keys WHERE member_id = $1', [id]);
    expect((await gone.call('DELETE', '/api/user', { password })).status).toBe(200);
    await waitFor(async () => (await auditor.call('GET', certificatePath(id))).status === 200, {
      timeout: 20_000,
      what: 'the certificate',
    });
    const clock = new SandboxClock(studio.process.base);
    await clock.moveTo(new Date((await clock.now()).getTime() + 16 * millisecondsInMinute));
    await studio.query(
      'UPDATE member_keys SET wrapped_key = $2, destroyed_at = NULL, key_fingerprint = NULL WHERE member_id = $1',
      [id, key?.wrapped_key],
    );
    const { exceptions } = (await verify()).events;
    expect(exceptions.map((one) => `${one.code} ${one.memberId}`)).toEqual([
      `ERASED_DATA_READABLE ${id}`,
      `ERASED_KEY_REMAINS ${id}`,
    ]);
    const refused = await auditor.call('GET', certificatePath(id));
    expect(`${refused.status} ${errorAnswer.parse(refused.body).code}`).toBe('409 ERASURE_NOT_COMPLETE');
  });
});

it('every table that knows members is thought of', async () => {
  const readModels = studioProjections.flatMap(({ tables }) => tables.map(({ name }) => name));
  const rows = await studio.query(
    `SELECT DISTINCT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('member_id', 'user_id', 'email_hash', 'account_hash', 'sess')`,
  );
  const others = rows
    .map(({ table_name: name }) => String(name))
    .filter((name) => !readModels.includes(name));
  // A new one belongs into infra/postgres/tables/personal-rows.ts, unless ids are all it holds.
  expect(others.toSorted()).toEqual([
    'calendar_feeds',
    'campaign_members',
    'email_changes',
    'member_activity',
    'member_keys',
    'password_reset_requests',
    'password_resets',
    'password_tries',
    'performed_effects',
    'retention_notices',
    'sessions',
    // Emptied by 0011, for processes of the release before.
    'sign_in_attempts',
    'staff_attempts',
  ]);
});
