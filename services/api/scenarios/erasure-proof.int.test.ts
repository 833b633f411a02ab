import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { studioProjections } from '#projections/registry.ts';
import { auditVerifyAnswer } from '#services/contract/audit-verification.ts';
import { auditKeyAnswer, erasureCertificate } from '#services/contract/erasure-certificate.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// Tests here verify the whole store.
let studio: RunningStudio;
let visitor: StudioClient;
let auditor: StudioClient;
const password = 'seaside-7';
const user = z.object({ user: z.object({ id: z.string() }) });
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const registerInterest = (name: string, email: string) =>
  visitor.call('POST', '/api/registrations', { name, email, phone: '07700 900123', message: 'Mornings' });

const certificatePath = (id: string) => `/api/audit/members/${id}/erasure`;
const readCertificate = (id: string) =>
  auditor.expect(erasureCertificate.strict(), 'GET', certificatePath(id));

/** Runs `npm run audit` for this studio. */
function runAudit(...args: string[]): Promise<{ code: number; text: string }> {
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
});
afterAll(() => studio?.remove());

/**
 * Signs up Wren under `name@example.org`, with a purchase, a booking and a registration of interest with the same
 * address. Then changes the profile, requests an email change and withdraws a consent.
 */
async function addMemberWithRecords(name: string) {
  const email = `${name}@example.org`;
  const wren = await visitor.signUp(email, 'Wren Leaves');
  const memberId = (await wren.expect(user, 'GET', '/api/auth/user')).user.id;
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  expect((await wren.buy(classPasses.find((pass) => pass.name === '5 Class Pass')?.id ?? 0)).status).toBe(
    200,
  );
  const [classId] = await openClasses(await visitor.staff('admin'), 1);
  expect((await wren.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect((await registerInterest('Wren', `${name.toUpperCase()}@example.org`)).status).toBe(200);
  expect((await visitor.call('POST', '/api/auth/signin', { email, password })).status).toBe(200);
  const renamed = { name: 'Wren Stays', phone: '07700 900124', dateOfBirth: '1990-05-12' };
  expect((await wren.call('PUT', '/api/user/profile', renamed)).status).toBe(200);
  expect(
    (
      await wren.call('POST', '/api/user/email', {
        newEmail: `${name}.new@example.org`,
        currentPassword: password,
      })
    ).status,
  ).toBe(200);
  await wren.call('PUT', '/api/user/consents', { newsletter: false });
  return { email, wren, memberId };
}

/** Deletes a member's account. Resolves when the certificate of the erasure is available. */
async function erase(client: StudioClient, id: string): Promise<void> {
  expect((await client.call('DELETE', '/api/user', { password })).status).toBe(200);
  await waitFor(async () => (await auditor.call('GET', certificatePath(id))).status === 200, {
    what: 'the certificate',
  });
}

/** The verification leaves out erasures of the last quarter of an hour. */
async function passGracePeriod(): Promise<void> {
  await new SandboxClock(studio.process.base).advance('PT16M');
}

describe('the export of a member', () => {
  it('holds every personal record in one file', async () => {
    const { wren, memberId } = await addMemberWithRecords('wren.exports');
    await auditor.call('GET', `/api/audit/members?query=${memberId}`);
    const data = await waitFor(
      async () => {
        const file = await wren.expect(exportAnswer.strict(), 'GET', '/api/user/export');
        const kinds = file.emails.map(({ kind }) => kind);
        return kinds.length >= 3 && kinds.includes('welcome') && kinds.includes('receipt') && file;
      },
      { what: 'the emails to be recorded' },
    );
    expect(data).toMatchObject({
      format: 'tideline-member-export',
      schemaVersion: 2,
      toldOfDeletionAt: null,
    });
    expect(data.changes.map((change) => change.what)).toEqual(['profile', 'health', 'password', 'profile']);
    const names = data.changes.flatMap((change) => (change.what === 'profile' ? [change.profile.name] : []));
    expect(names).toEqual(['Wren Leaves', 'Wren Stays']);
    const newsletter = data.consents.history.filter(({ consent }) => consent === 'newsletter');
    expect(newsletter.map(({ given }) => given)).toEqual([true, false]);
    expect(data.emails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['welcome', 'receipt']));
    expect(data.readings).toMatchObject([{ what: 'audit', by: 'auditor', classId: null }]);
    expect(data.registrations).toMatchObject([{ name: 'Wren', message: 'Mornings' }]);
    expect(data.addressChanges).toMatchObject([{ to: 'wren.exports.new@example.org', confirmedAt: null }]);
    expect(data.lastSignedInAt).not.toBeNull();
    expect(JSON.stringify(data)).not.toMatch(/argon/);
    expect(exportAnswer.parse(data).payments).toHaveLength(1);
  });
});

describe('the certificate of an erasure', () => {
  it('is issued once everything is erased, including a registration with the same address', async () => {
    const { email, memberId } = await addMemberWithRecords('wren.leaves');
    expect((await auditor.call('GET', certificatePath(memberId))).status).toBe(404);
    expect((await registerInterest('Olga', 'olga@example.org')).status).toBe(200);
    const { token } = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signin', {
      email,
      password,
    });
    const wren = new StudioClient(studio.process.base, token);
    await erase(wren, memberId);
    const { content, signature } = await readCertificate(memberId);
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
    const rows = await studio.query(
      `SELECT email, erased_with FROM registrations WHERE erased_with = $1 OR email = 'olga@example.org' ORDER BY id`,
      [memberId],
    );
    expect(rows).toEqual([
      { email: null, erased_with: memberId },
      { email: 'olga@example.org', erased_with: null },
    ]);
    const keys = await studio.query(
      'SELECT 1 FROM member_keys WHERE member_id = $1 AND wrapped_key IS NULL',
      [`registration-${content.registrations[0]?.registrationId}`],
    );
    expect(keys).toHaveLength(1);
    for (const table of [
      'password_resets',
      'email_changes',
      'member_activity',
      'calendar_feeds',
      'offer_uses',
    ]) {
      expect(await studio.query(`SELECT 1 FROM ${table} WHERE member_id = $1`, [memberId]), table).toEqual(
        [],
      );
    }
    expect(await studio.query(`SELECT 1 FROM sessions WHERE sess ->> 'memberId' = $1`, [memberId])).toEqual(
      [],
    );
  });

  it('is verified alone and against the studio, and fails when it was changed', async () => {
    const { wren, memberId } = await addMemberWithRecords('wren.certified');
    await erase(wren, memberId);
    const file = join(studio.dataDir, 'erasure.json');
    const certificate = await readCertificate(memberId);
    const text = JSON.stringify(certificate);
    await writeFile(file, text);
    const good = await runAudit('verify', file, '--key', certificate.signature.fingerprint);
    expect(good).toMatchObject({
      code: 0,
      text: expect.stringContaining('✓ It holds: signature and dates.'),
    });
    const here = await runAudit('verify', file, '--here');
    expect(here).toMatchObject({ code: 0, text: expect.stringContaining('this installation says the same') });
    await writeFile(file, text.replace('"kind":"member"', '"kind":"staff"'));
    const changed = await runAudit('verify', file, '--here');
    expect(changed.code).toBe(1);
    expect(changed.text).toContain('✗ The signature is not that of this content.');
    expect(changed.text).toContain('✗ The store says otherwise: asked.');
  });

  it('agrees with the verification of the store, which names every record that is there again', async () => {
    const { erased } = (await verifyStore(auditor)).events.totals;
    const { email, wren, memberId } = await addMemberWithRecords('wren.returns');
    await erase(wren, memberId);
    await passGracePeriod();
    const sound = await verifyStore(auditor);
    expect(sound.events.exceptions).toEqual([]);
    expect(sound).toMatchObject({ holds: true, events: { totals: { erased: erased + 1 } } });

    const readExceptions = async () =>
      (await verifyStore(auditor)).events.exceptions.map(({ code, found }) => `${code}: ${found}`);
    const [tombstone] = await studio.query('SELECT * FROM member_keys WHERE member_id = $1', [memberId]);
    const restoreTombstone = () =>
      studio.query(
        'UPDATE member_keys SET wrapped_key = NULL, destroyed_at = $2, key_fingerprint = $3 WHERE member_id = $1',
        [memberId, tombstone?.destroyed_at, tombstone?.key_fingerprint],
      );
    const registrant = `registration-${(await readCertificate(memberId)).content.registrations[0]?.registrationId}`;
    // Rows in several tables.
    await studio.query("INSERT INTO member_activity VALUES ($1, '2026-01-01')", [memberId]);
    await studio.query("UPDATE users SET name = 'Wren' WHERE id = $1", [memberId]);
    await studio.query('CREATE SCHEMA asof_members_9');
    await studio.query('CREATE TABLE asof_members_9.users AS SELECT * FROM users');
    await studio.query(
      `INSERT INTO registrations (id, name, email, phone, created_at)
       VALUES (999, 'Wren', $1, '07700', '2026-01-01')`,
      [email],
    );
    expect((await readExceptions()).toSorted()).toEqual([
      'ERASED_ROW_REMAINS: a row of asof_members_9.users',
      'ERASED_ROW_REMAINS: a row of member_activity',
      'ERASED_ROW_REMAINS: a row of registrations',
      'ERASED_ROW_REMAINS: a row of users',
    ]);
    await studio.query('DELETE FROM registrations WHERE id = 999');
    await studio.query('DROP SCHEMA asof_members_9 CASCADE');
    await studio.query('DELETE FROM member_activity WHERE member_id = $1', [memberId]);
    await studio.query('UPDATE users SET name = NULL WHERE id = $1', [memberId]);
    // A tombstone that contradicts the log, then one that is missing.
    await studio.query("UPDATE member_keys SET destroyed_at = '2020-01-01' WHERE member_id = $1", [memberId]);
    expect(await readExceptions()).toEqual(['ERASURE_CONTRADICTED: destroyed 2020-01-01T00:00:00.000Z']);
    await restoreTombstone();
    await studio.query('DELETE FROM member_keys WHERE member_id = $1', [registrant]);
    // Without a row the sealed data cannot be read, so the replay itself fails.
    const readState = async () => (await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify')).state;
    await expect.poll(readState).toBe('failed');
    await studio.query(
      "INSERT INTO member_keys (member_id, destroyed_at) VALUES ($1, now() + interval '1 year')",
      [registrant],
    );
    expect(await readExceptions()).toEqual([]);
  });

  it('is refused while the key exists, which the verification names as well', async () => {
    const gil = await visitor.signUp('gil.goes@example.org');
    const { id } = (await gil.expect(user, 'GET', '/api/auth/user')).user;
    const [key] = await studio.query('SELECT wrapped_key FROM member_keys WHERE member_id = $1', [id]);
    await erase(gil, id);
    await passGracePeriod();
    const [tombstone] = await studio.query('SELECT * FROM member_keys WHERE member_id = $1', [id]);
    onTestFinished(async () => {
      await studio.query(
        'UPDATE member_keys SET wrapped_key = NULL, destroyed_at = $2, key_fingerprint = $3 WHERE member_id = $1',
        [id, tombstone?.destroyed_at, tombstone?.key_fingerprint],
      );
    });
    await studio.query(
      'UPDATE member_keys SET wrapped_key = $2, destroyed_at = NULL, key_fingerprint = NULL WHERE member_id = $1',
      [id, key?.wrapped_key],
    );
    const { exceptions } = (await verifyStore(auditor)).events;
    expect(exceptions.map((one) => `${one.code} ${one.memberId}`)).toEqual([
      `ERASED_DATA_READABLE ${id}`,
      `ERASED_KEY_REMAINS ${id}`,
    ]);
    const refused = await auditor.call('GET', certificatePath(id));
    expect(`${refused.status} ${errorAnswer.parse(refused.body).code}`).toBe('409 ERASURE_NOT_COMPLETE');
  });
});

it('covers every table that refers to members', async () => {
  const readModels = studioProjections.flatMap(({ tables }) => tables.map(({ name }) => name));
  const rows = await studio.query(
    `SELECT DISTINCT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('member_id', 'user_id', 'email_hash', 'account_hash', 'owner_id', 'sess')`,
  );
  const others = rows
    .map(({ table_name: name }) => String(name))
    .filter((name) => !readModels.includes(name));
  // A new table belongs into infra/postgres/tables/personal-rows.ts, unless ids are all it holds.
  expect(others.toSorted()).toEqual([
    // Has a keyed hash of an address only until it is processed.
    'brevo_webhooks',
    'calendar_feeds',
    'campaign_members',
    'email_changes',
    'known_devices',
    'member_activity',
    'member_keys',
    'offer_uses',
    'passkeys',
    'password_reset_requests',
    'password_resets',
    'password_tries',
    'performed_effects',
    'push_subscriptions',
    'retention_notices',
    'sessions',
    // Emptied by 0011, for processes of the release before.
    'sign_in_attempts',
    'sign_in_codes',
    'staff_attempts',
  ]);
});
