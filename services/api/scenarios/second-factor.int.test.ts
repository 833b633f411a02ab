import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import {
  attemptsAnswer,
  currentStaffAnswer,
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorSetupAnswer,
  staffAnswer,
} from '#services/contract/staff.ts';
import { makeSecondFactorOptional, resetSecondFactor } from '#tools/tasks/support/staff-access.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { staffPassword as password, SecondFactorStudio } from '../testing/second-factor-studio.fixture.ts';

let studio: SecondFactorStudio;
let admin: StudioClient;
const logged: string[] = [];

beforeAll(async () => {
  studio = await SecondFactorStudio.start({ write: (line) => void logged.push(line) });
  ({ admin } = studio);
});
afterAll(() => studio?.stop());
beforeEach(() => studio.clearLimits());

const readSession = (client: StudioClient) => client.call('GET', '/api/staff/session');
const listWithSecondFactor = async () =>
  (await admin.expect(staffAnswer, 'GET', '/api/admin/staff')).staff
    .filter(({ hasSecondFactor }) => hasSecondFactor)
    .map(({ email }) => email);

describe('setting up', () => {
  it('needs the password, then a code of the app, and ends the account’s other sessions', async () => {
    const { email, client } = await studio.join('adds@example.com', 'instructor');
    const before = await listWithSecondFactor();
    const other = studio.clientOf(await studio.signIn(email));
    const begin = (typed: string) =>
      client.call('POST', '/api/staff/second-factor/setup', { password: typed });
    expect(refusal(await begin('not-it'))).toBe('400 INVALID_INPUT');
    const { setupId, secret, address } = secondFactorSetupAnswer.parse((await begin(password)).body);
    expect(address).toContain(`secret=${secret}`);
    expect(address).toContain(encodeURIComponent(email));
    const app = createAuthenticator(secret);
    const complete = (body: object, by = client) => by.call('POST', '/api/staff/second-factor', body);
    expect(refusal(await complete({ setupId, code: '000000' }))).toBe('400 INVALID_INPUT');
    // The id of a set-up that was never begun, and the set-up of another person, have another secret.
    expect(refusal(await complete({ setupId: randomUUID(), code: app.code() }))).toBe('400 INVALID_INPUT');
    const stranger = await studio.join('stranger@example.com', 'instructor');
    expect(refusal(await complete({ setupId, code: app.code() }, stranger.client))).toBe('400 INVALID_INPUT');

    const { recoveryCodes } = recoveryCodesAnswer.parse((await complete({ setupId, code: app.code() })).body);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await readSession(client)).status).toBe(200);
    expect(refusal(await readSession(other))).toBe('401 UNAUTHENTICATED');
    expect(await client.expect(secondFactorAnswer, 'GET', '/api/staff/second-factor')).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    });
    expect(refusal(await complete({ setupId, code: app.code(1) }))).toBe('409 SECOND_FACTOR_EXISTS');
    expect(refusal(await begin(password))).toBe('409 SECOND_FACTOR_EXISTS');
    const now = await listWithSecondFactor();
    expect(now.filter((each) => !before.includes(each))).toEqual([email]);
  });

  it('is not possible for a shared password', async () => {
    const begun = await admin.call('POST', '/api/staff/second-factor/setup', { password: 'admin-sandbox' });
    expect(refusal(begun)).toBe('403 FORBIDDEN');
  });

  it('stores neither the secret nor a recovery code in clear', async () => {
    const { client } = await studio.join('stores@example.com', 'auditor');
    logged.length = 0;
    const { secret, recoveryCodes } = await studio.setUp(client);
    const { rows } = await studio.query(
      `SELECT string_agg(query_to_xml('SELECT * FROM ' || quote_ident(schemaname) || '.' || quote_ident(tablename), true, true, '')::text, '')
         AS everything FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const { events } = await studio.running.runtime.eventStore.readStream(
      `staff-${(await client.expect(currentStaffAnswer, 'GET', '/api/staff/session')).staffId}`,
    );
    const added = events.find(({ type }) => type === 'StaffSecondFactorAdded');
    expect(added?.data).toMatchObject({ personal: { secret } });
    const clear = JSON.stringify(
      events.map(({ type, data, metadata }) => ({ type, metadata, ...data, personal: undefined })),
    );
    for (const place of [String(rows[0]?.everything), clear, logged.join('\n')]) {
      expect(place.length).toBeGreaterThan(100);
      expect(place).not.toContain(secret);
      for (const code of recoveryCodes) expect(place).not.toContain(code);
    }
  });
});

describe('signing in with a second factor', () => {
  it('opens nothing with the password alone, and is not revealed to a wrong password', async () => {
    const { email, client } = await studio.join('two-steps@example.com');
    const { app } = await studio.setUp(client);
    const half = await studio.signIn(email);
    expect(refusal(half)).toBe('401 SECOND_FACTOR_REQUIRED');
    expect(JSON.stringify(half.body)).not.toContain('token"');
    expect(refusal(await studio.signIn(email, app.code(), studio.visitor, 'not-it'))).toBe(
      '401 WRONG_CREDENTIALS',
    );
    expect(refusal(await studio.signIn(email, '000000'))).toBe('401 WRONG_CODE');
    expect(refusal(await studio.signIn(email, app.code(-3)))).toBe('401 WRONG_CODE');
    expect((await studio.signIn(email, app.code())).status).toBe(200);
    const { attempts } = await admin.expect(attemptsAnswer, 'GET', '/api/admin/staff/attempts');
    expect(attempts.slice(0, 5).map(({ door, succeeded }) => [door, succeeded])).toEqual([
      ['second-factor', true],
      ['second-factor', false],
      ['second-factor', false],
      ['account', false],
      ['account-password', true],
    ]);
  });

  it('accepts a code once, also of two concurrent calls in two processes', async () => {
    const { email, client } = await studio.join('once@example.com');
    const { app } = await studio.setUp(client);
    const code = app.code();
    const rivals = await Promise.all(
      [studio.visitor, studio.elsewhere, studio.visitor, studio.elsewhere].map((from) =>
        studio.signIn(email, code, from),
      ),
    );
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(refusal(await studio.signIn(email, code))).toBe('401 WRONG_CODE');
    // Nor is an earlier code accepted after a later one.
    expect(refusal(await studio.signIn(email, app.code(-1)))).toBe('401 WRONG_CODE');
    await studio.clearLimits();
    expect((await studio.signIn(email, app.code(1))).status).toBe(200);
  });

  it('accepts each recovery code once, and none of a former set', async () => {
    const { email, client } = await studio.join('recovers@example.com');
    const { app, recoveryCodes } = await studio.setUp(client);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const rivals = await Promise.all(
      [studio.visitor, studio.elsewhere].map((from) => studio.signIn(email, first.toLowerCase(), from)),
    );
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(refusal(await studio.signIn(email, first))).toBe('401 WRONG_CODE');
    const make = (body: object) =>
      client.call('POST', '/api/staff/second-factor/recovery-codes', { password, ...body });
    expect(refusal(await make({ code: first }))).toBe('400 INVALID_INPUT');
    expect(refusal(await make({ code: app.code(), password: 'not-it' }))).toBe('400 INVALID_INPUT');
    const made = recoveryCodesAnswer.parse((await make({ code: second })).body);
    expect(refusal(await studio.signIn(email, third))).toBe('401 WRONG_CODE');
    expect((await studio.signIn(email, made.recoveryCodes[2])).status).toBe(200);
    expect(await client.expect(secondFactorAnswer, 'GET', '/api/staff/second-factor')).toMatchObject({
      recoveryCodesLeft: 9,
    });
  });

  it('is still asked for after a forgotten password was replaced by an emailed link', async () => {
    const { email, client } = await studio.join('forgetful@example.com');
    const { app } = await studio.setUp(client);
    await studio.visitor.call('POST', '/api/staff/password/forgot', { email });
    const { staffEmailHash } = studio.running.runtime;
    const emailHash = staffEmailHash(email);
    const { rows } = await studio.running.runtime.pool.query<{ id: string }>(
      'SELECT id FROM password_reset_requests WHERE email_hash = $1',
      [emailHash],
    );
    const issued = await issueStaffPasswordReset(
      studio.running.runtime,
      { requestId: rows[0]?.id ?? '', emailHash },
      { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
    );
    const body = { token: issued?.token, password: 'another-terrace' };
    const reset = await studio.visitor.call('POST', '/api/staff/password/reset', body);
    expect(reset.status).toBe(200);
    expect(JSON.stringify(reset.body)).not.toContain('token');
    const again = (code?: string) => studio.signIn(email, code, studio.visitor, 'another-terrace');
    expect(refusal(await again())).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await again(app.code())).status).toBe(200);
  });

  it('is slowed down for the account by wrong codes, wherever they come from', async () => {
    const { email, client } = await studio.join('guessed@example.com');
    const { app } = await studio.setUp(client);
    for (const from of [studio.visitor, studio.elsewhere]) {
      expect(refusal(await studio.signIn(email, '000000', from))).toBe('401 WRONG_CODE');
    }
    // As if more came, each from another network.
    await studio.query(
      `INSERT INTO password_tries (door, client_hash, account_hash)
       SELECT door, 'network ' || n, account_hash FROM password_tries, generate_series(1, 15) n
       WHERE door = 'second-factor' AND NOT succeeded`,
    );
    const locked = await studio.signIn(email, app.code());
    expect(refusal(locked)).toBe('429 RATE_LIMITED');
    expect(errorAnswer.parse(locked.body).error).toBe(
      'Too many wrong codes. Please try again in 15 minutes.',
    );
    // The account's session stays, and its own forms share the limit.
    const removal = { password, code: app.code() };
    expect(refusal(await client.call('POST', '/api/staff/second-factor/remove', removal))).toBe(
      '429 RATE_LIMITED',
    );
    await studio.query(`UPDATE password_tries SET at = at - interval '15 minutes'`);
    expect((await studio.signIn(email, app.code())).status).toBe(200);
  });
});

describe('removing', () => {
  it('needs password and code, and ends the other sessions', async () => {
    const { email, client } = await studio.join('removes@example.com');
    const { app, recoveryCodes } = await studio.setUp(client);
    const other = studio.clientOf(await studio.signIn(email, app.code()));
    const remove = (body: object) => client.call('POST', '/api/staff/second-factor/remove', body);
    expect(refusal(await remove({ password: 'not-it', code: app.code() }))).toBe('400 INVALID_INPUT');
    expect(refusal(await remove({ password, code: '000000' }))).toBe('400 INVALID_INPUT');
    // A recovery code's event and the removal's are appended to one stream by one request.
    expect((await remove({ password, code: recoveryCodes[4] })).status).toBe(200);
    expect((await readSession(client)).status).toBe(200);
    expect(refusal(await readSession(other))).toBe('401 UNAUTHENTICATED');
    expect((await studio.signIn(email)).status).toBe(200);
    expect(refusal(await remove({ password, code: '000000' }))).toBe('409 SECOND_FACTOR_MISSING');
    await studio.forgetCodes();
    const { secret } = await studio.setUp(client);
    expect(refusal(await studio.signIn(email))).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await studio.signIn(email, createAuthenticator(secret).code())).status).toBe(200);
  });

  it('is done by another admin for a person who lost theirs, and signs that person out', async () => {
    const { staffId, email, client } = await studio.join('lost@example.com');
    const { app } = await studio.setUp(client);
    const path = `/api/admin/staff/${staffId}/second-factor`;
    expect(refusal(await client.call('DELETE', path))).toBe('409 STAFF_SELF');
    expect((await readSession(client)).status).toBe(200);
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect(refusal(await readSession(client))).toBe('401 UNAUTHENTICATED');
    expect((await studio.signIn(email)).status).toBe(200);
    expect(refusal(await admin.call('DELETE', path))).toBe('409 SECOND_FACTOR_MISSING');
    expect(refusal(await studio.signIn(email, app.code(), studio.visitor, 'not-it'))).toBe(
      '401 WRONG_CREDENTIALS',
    );
  });
});

describe('the setting that requires it of admins', () => {
  const require = (by: StudioClient, value: 'required' | 'optional') =>
    by.call('POST', '/api/admin/settings', { key: 'admin_second_factor', value });

  it('can be switched on only by an admin who has one', async () => {
    const { client } = await studio.join('cannot-require@example.com');
    expect(refusal(await require(client, 'required'))).toBe('409 SECOND_FACTOR_FIRST');
    expect(refusal(await require(admin, 'required'))).toBe('409 SECOND_FACTOR_FIRST');
    expect((await require(client, 'optional')).status).toBe(200);
  });

  it('leaves an admin without one nothing but setting it up, in every process and in open sessions', async () => {
    const ada = await studio.join('requires@example.com');
    const bea = await studio.join('must-set-up@example.com');
    const ian = await studio.join('instructs@example.com', 'instructor');
    await studio.setUp(ada.client);
    const beaElsewhere = new StudioClient(studio.elsewhere.base, bea.client.token);
    expect((await beaElsewhere.call('GET', '/api/admin/staff')).status).toBe(200);
    expect((await require(ada.client, 'required')).status).toBe(200);
    studio.inviter = ada.client;
    const isShut = async (client: StudioClient) =>
      (await client.call('GET', '/api/admin/staff')).status === 403;
    try {
      // Both sessions are cached, each in one process, which reads them again after a notification.
      for (const cached of [beaElsewhere, admin]) await waitFor(() => isShut(cached));
      for (const limited of [
        bea.client,
        beaElsewhere,
        admin,
        studio.clientOf(await studio.signIn(bea.email)),
      ]) {
        expect(refusal(await limited.call('GET', '/api/admin/staff'))).toBe('403 SECOND_FACTOR_NEEDED');
        expect(refusal(await limited.call('GET', '/api/instructor/classes'))).toBe(
          '403 SECOND_FACTOR_NEEDED',
        );
        expect(refusal(await limited.call('GET', '/api/audit/verify'))).toBe('403 SECOND_FACTOR_NEEDED');
        expect((await readSession(limited)).body).toMatchObject({ needsSecondFactor: true });
      }
      expect(refusal(await require(bea.client, 'optional'))).toBe('403 SECOND_FACTOR_NEEDED');
      // The admins' shared password opens nothing and is not even checked.
      for (const secret of ['admin-sandbox', 'wrong']) {
        const body = { role: 'admin', password: secret };
        expect(refusal(await studio.visitor.call('POST', '/api/staff/session', body))).toBe(
          '403 SECOND_FACTOR_NEEDED',
        );
      }
      expect((await ian.client.call('GET', '/api/instructor/classes')).status).toBe(200);
      expect((await ada.client.call('GET', '/api/admin/staff')).status).toBe(200);
      const invited = await studio.join('invited-later@example.com');
      expect((await readSession(invited.client)).body).toMatchObject({ needsSecondFactor: true });

      const { app } = await studio.setUp(bea.client);
      expect((await bea.client.call('GET', '/api/admin/staff')).status).toBe(200);
      const again = studio.clientOf(await studio.signIn(bea.email, app.code()));
      expect((await readSession(again)).body).toMatchObject({ needsSecondFactor: false });
      // Without it again, the session may only set up another.
      const removal = { password, code: app.code(1) };
      expect((await bea.client.call('POST', '/api/staff/second-factor/remove', removal)).status).toBe(200);
      expect(refusal(await bea.client.call('GET', '/api/admin/staff'))).toBe('403 SECOND_FACTOR_NEEDED');
      // The operator's way back in, should every admin have lost theirs.
      expect(await resetSecondFactor(studio.running.runtime, 'nobody@example.com')).toContain(
        'no active staff',
      );
      expect(await resetSecondFactor(studio.running.runtime, ada.email)).toContain('Done');
      await waitFor(async () => (await readSession(ada.client)).status === 401);
      const back = await waitFor(async () => {
        const answer = await studio.signIn(ada.email);
        return answer.status === 200 && studio.clientOf(answer);
      });
      expect(refusal(await back.call('GET', '/api/admin/staff'))).toBe('403 SECOND_FACTOR_NEEDED');
      await studio.forgetCodes();
      await studio.setUp(back);
      expect((await back.call('GET', '/api/admin/staff')).status).toBe(200);
    } finally {
      expect(await makeSecondFactorOptional(studio.running.runtime)).toContain('Done');
      studio.inviter = admin;
    }
    for (const open of [bea.client, admin])
      await waitFor(async () => (await open.call('GET', '/api/admin/staff')).status === 200);
  });
});
