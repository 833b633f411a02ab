import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import {
  attemptsAnswer,
  currentStaffAnswer,
  inviteAnswer,
  recoveryCodesAnswer,
  type StaffRole,
  secondFactorAnswer,
  secondFactorSetupAnswer,
  staffAnswer,
  staffSessionAnswer,
} from '#services/contract/staff.ts';
import { makeSecondFactorOptional, resetSecondFactor } from '#tools/tasks/support/staff-access.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createApi } from '../create-api.ts';

let studio: TestStudio;
let visitor: StudioClient;
let admin: StudioClient;
/** Another API process of the same studio. */
let elsewhere: { readonly visitor: StudioClient; close(): Promise<void> };
const logged: string[] = [];

beforeAll(async () => {
  const log = { write: (line: string) => logged.push(line) };
  studio = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'info' }, log });
  visitor = new StudioClient(studio.base);
  admin = await studio.admin();
  const { runtime } = studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  const other = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board: null });
  const base = await other.app.listen({ port: 0, host: '127.0.0.1' });
  elsewhere = {
    visitor: new StudioClient(base),
    async close() {
      await other.close();
      await waiter.close();
    },
  };
});
afterAll(async () => {
  await elsewhere?.close();
  await studio?.stop();
});

const query = (text: string) => studio.runtime.pool.query(text);
/** Lets the codes of this half minute be used again: a test cannot wait for the next one. */
const forgetCodes = () => query('DELETE FROM used_code_steps');
const clearLimits = () => query('DELETE FROM password_tries; DELETE FROM request_counts');
beforeEach(clearLimits);

const refusal = ({ status, body }: Answer) => `${status} ${errorAnswer.parse(body).code}`;
const password = 'seaside-terrace';

async function join(email: string, role: StaffRole = 'admin') {
  const by = currentAdmin ?? admin;
  const { staffId } = await by.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role });
  const issued = await issueStaffInvite(
    studio.runtime,
    { staffId },
    { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
  );
  const form = { token: issued?.token, name: `Name of ${role}`, password };
  const { token } = await visitor.expect(staffSessionAnswer, 'POST', '/api/staff/join', form);
  return { staffId, email, client: new StudioClient(studio.base, token) };
}
/** A named admin with the second factor, once the studio requires one. */
let currentAdmin: StudioClient | null = null;

const signIn = (email: string, code?: string, from = visitor, secret = password) =>
  from.call('POST', '/api/staff/session', {
    email,
    password: secret,
    ...(code === undefined ? {} : { code }),
  });
const clientOf = (answer: Answer) =>
  new StudioClient(studio.base, staffSessionAnswer.parse(answer.body).token);
const readSession = (client: StudioClient) => client.call('GET', '/api/staff/session');

/** Adds a second factor to a signed-in account. */
async function setUp(client: StudioClient) {
  const { setupId, secret } = await client.expect(
    secondFactorSetupAnswer,
    'POST',
    '/api/staff/second-factor/setup',
    { password },
  );
  const app = createAuthenticator(secret);
  const body = { setupId, code: app.code() };
  const { recoveryCodes } = await client.expect(
    recoveryCodesAnswer,
    'POST',
    '/api/staff/second-factor',
    body,
  );
  await forgetCodes();
  return { app, secret, recoveryCodes };
}

describe('setting up', () => {
  it('needs the password, then a code of the app, and ends the account’s other sessions', async () => {
    const { email, client } = await join('adds@example.com', 'instructor');
    const other = clientOf(await signIn(email));
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
    const stranger = await join('stranger@example.com', 'instructor');
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
    const { staff } = await admin.expect(staffAnswer, 'GET', '/api/admin/staff');
    expect(staff.filter(({ hasSecondFactor }) => hasSecondFactor).map((each) => each.email)).toEqual([email]);
  });

  it('is not possible for a shared password', async () => {
    const begun = await admin.call('POST', '/api/staff/second-factor/setup', { password: 'admin-sandbox' });
    expect(refusal(begun)).toBe('403 FORBIDDEN');
  });

  it('stores neither the secret nor a recovery code in clear', async () => {
    const { client } = await join('stores@example.com', 'auditor');
    logged.length = 0;
    const { secret, recoveryCodes } = await setUp(client);
    const { rows } = await query(
      `SELECT string_agg(query_to_xml('SELECT * FROM ' || quote_ident(schemaname) || '.' || quote_ident(tablename), true, true, '')::text, '')
         AS everything FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const { events } = await studio.runtime.eventStore.readStream(
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
  it('opens nothing with the password alone, and says nothing of it to a wrong password', async () => {
    const { email, client } = await join('two-steps@example.com');
    const { app } = await setUp(client);
    const half = await signIn(email);
    expect(refusal(half)).toBe('401 SECOND_FACTOR_REQUIRED');
    expect(JSON.stringify(half.body)).not.toContain('token"');
    expect(refusal(await signIn(email, app.code(), visitor, 'not-it'))).toBe('401 WRONG_CREDENTIALS');
    expect(refusal(await signIn(email, '000000'))).toBe('401 WRONG_CODE');
    expect(refusal(await signIn(email, app.code(-3)))).toBe('401 WRONG_CODE');
    expect((await signIn(email, app.code())).status).toBe(200);
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
    const { email, client } = await join('once@example.com');
    const { app } = await setUp(client);
    const code = app.code();
    const rivals = await Promise.all(
      [visitor, elsewhere.visitor, visitor, elsewhere.visitor].map((from) => signIn(email, code, from)),
    );
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(refusal(await signIn(email, code))).toBe('401 WRONG_CODE');
    // Nor is an earlier code accepted after a later one.
    expect(refusal(await signIn(email, app.code(-1)))).toBe('401 WRONG_CODE');
    await clearLimits();
    expect((await signIn(email, app.code(1))).status).toBe(200);
  });

  it('accepts each recovery code once, and none of a former set', async () => {
    const { email, client } = await join('recovers@example.com');
    const { app, recoveryCodes } = await setUp(client);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const rivals = await Promise.all(
      [visitor, elsewhere.visitor].map((from) => signIn(email, first.toLowerCase(), from)),
    );
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(refusal(await signIn(email, first))).toBe('401 WRONG_CODE');
    const make = (body: object) =>
      client.call('POST', '/api/staff/second-factor/recovery-codes', { password, ...body });
    expect(refusal(await make({ code: first }))).toBe('400 INVALID_INPUT');
    expect(refusal(await make({ code: app.code(), password: 'not-it' }))).toBe('400 INVALID_INPUT');
    const made = recoveryCodesAnswer.parse((await make({ code: second })).body);
    expect(refusal(await signIn(email, third))).toBe('401 WRONG_CODE');
    expect((await signIn(email, made.recoveryCodes[2])).status).toBe(200);
    expect(await client.expect(secondFactorAnswer, 'GET', '/api/staff/second-factor')).toMatchObject({
      recoveryCodesLeft: 9,
    });
  });

  it('is still asked for after a forgotten password was replaced by an emailed link', async () => {
    const { email, client } = await join('forgetful@example.com');
    const { app } = await setUp(client);
    await visitor.call('POST', '/api/staff/password/forgot', { email });
    const { staffEmailHash } = studio.runtime;
    const emailHash = staffEmailHash(email);
    const { rows } = await studio.runtime.pool.query<{ id: string }>(
      'SELECT id FROM password_reset_requests WHERE email_hash = $1',
      [emailHash],
    );
    const issued = await issueStaffPasswordReset(
      studio.runtime,
      { requestId: rows[0]?.id ?? '', emailHash },
      { now: new Date(), commandId: randomUUID(), actor: { kind: 'system', name: 'test' } },
    );
    const body = { token: issued?.token, password: 'another-terrace' };
    const reset = await visitor.call('POST', '/api/staff/password/reset', body);
    expect(reset.status).toBe(200);
    expect(JSON.stringify(reset.body)).not.toContain('token');
    const again = (code?: string) => signIn(email, code, visitor, 'another-terrace');
    expect(refusal(await again())).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await again(app.code())).status).toBe(200);
  });

  it('is slowed down for the account by wrong codes, wherever they come from', async () => {
    const { email, client } = await join('guessed@example.com');
    const { app } = await setUp(client);
    for (const from of [visitor, elsewhere.visitor]) {
      expect(refusal(await signIn(email, '000000', from))).toBe('401 WRONG_CODE');
    }
    // As if more came, each from another network.
    await query(
      `INSERT INTO password_tries (door, client_hash, account_hash)
       SELECT door, 'network ' || n, account_hash FROM password_tries, generate_series(1, 15) n
       WHERE door = 'second-factor' AND NOT succeeded`,
    );
    const locked = await signIn(email, app.code());
    expect(refusal(locked)).toBe('429 RATE_LIMITED');
    expect(errorAnswer.parse(locked.body).error).toBe(
      'Too many wrong codes. Please try again in 15 minutes.',
    );
    // The account's session stays, and its own forms share the limit.
    const removal = { password, code: app.code() };
    expect(refusal(await client.call('POST', '/api/staff/second-factor/remove', removal))).toBe(
      '429 RATE_LIMITED',
    );
    await query(`UPDATE password_tries SET at = at - interval '15 minutes'`);
    expect((await signIn(email, app.code())).status).toBe(200);
  });
});

describe('removing', () => {
  it('needs password and code, and ends the other sessions', async () => {
    const { email, client } = await join('removes@example.com');
    const { app, recoveryCodes } = await setUp(client);
    const other = clientOf(await signIn(email, app.code()));
    const remove = (body: object) => client.call('POST', '/api/staff/second-factor/remove', body);
    expect(refusal(await remove({ password: 'not-it', code: app.code() }))).toBe('400 INVALID_INPUT');
    expect(refusal(await remove({ password, code: '000000' }))).toBe('400 INVALID_INPUT');
    // A recovery code's event and the removal's are appended to one stream by one request.
    expect((await remove({ password, code: recoveryCodes[4] })).status).toBe(200);
    expect((await readSession(client)).status).toBe(200);
    expect(refusal(await readSession(other))).toBe('401 UNAUTHENTICATED');
    expect((await signIn(email)).status).toBe(200);
    expect(refusal(await remove({ password, code: '000000' }))).toBe('409 SECOND_FACTOR_MISSING');
    await forgetCodes();
    const { secret } = await setUp(client);
    expect(refusal(await signIn(email))).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await signIn(email, createAuthenticator(secret).code())).status).toBe(200);
  });

  it('is done by another admin for a person who lost theirs, and signs that person out', async () => {
    const { staffId, email, client } = await join('lost@example.com');
    const { app } = await setUp(client);
    const path = `/api/admin/staff/${staffId}/second-factor`;
    expect(refusal(await client.call('DELETE', path))).toBe('409 STAFF_SELF');
    expect((await readSession(client)).status).toBe(200);
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect(refusal(await readSession(client))).toBe('401 UNAUTHENTICATED');
    expect((await signIn(email)).status).toBe(200);
    expect(refusal(await admin.call('DELETE', path))).toBe('409 SECOND_FACTOR_MISSING');
    expect(refusal(await signIn(email, app.code(), visitor, 'not-it'))).toBe('401 WRONG_CREDENTIALS');
  });
});

describe('the setting that requires it of admins', () => {
  const require = (by: StudioClient, value: 'required' | 'optional') =>
    by.call('POST', '/api/admin/settings', { key: 'admin_second_factor', value });

  it('can be switched on only by an admin who has one', async () => {
    const { client } = await join('cannot-require@example.com');
    expect(refusal(await require(client, 'required'))).toBe('409 SECOND_FACTOR_FIRST');
    expect(refusal(await require(admin, 'required'))).toBe('409 SECOND_FACTOR_FIRST');
    expect((await require(client, 'optional')).status).toBe(200);
  });

  it('leaves an admin without one nothing but setting it up, in every process and in open sessions', async () => {
    const ada = await join('requires@example.com');
    const bea = await join('must-set-up@example.com');
    const ian = await join('instructs@example.com', 'instructor');
    await setUp(ada.client);
    const beaElsewhere = new StudioClient(elsewhere.visitor.base, bea.client.token);
    expect((await beaElsewhere.call('GET', '/api/admin/staff')).status).toBe(200);
    expect((await require(ada.client, 'required')).status).toBe(200);
    currentAdmin = ada.client;
    try {
      for (const limited of [bea.client, beaElsewhere, admin, clientOf(await signIn(bea.email))]) {
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
        expect(refusal(await visitor.call('POST', '/api/staff/session', body))).toBe(
          '403 SECOND_FACTOR_NEEDED',
        );
      }
      expect((await ian.client.call('GET', '/api/instructor/classes')).status).toBe(200);
      expect((await ada.client.call('GET', '/api/admin/staff')).status).toBe(200);
      const invited = await join('invited-later@example.com');
      expect((await readSession(invited.client)).body).toMatchObject({ needsSecondFactor: true });

      const { app } = await setUp(bea.client);
      expect((await bea.client.call('GET', '/api/admin/staff')).status).toBe(200);
      const again = clientOf(await signIn(bea.email, app.code()));
      expect((await readSession(again)).body).toMatchObject({ needsSecondFactor: false });
      // Without it again, the session may only set up another.
      const removal = { password, code: app.code(1) };
      expect((await bea.client.call('POST', '/api/staff/second-factor/remove', removal)).status).toBe(200);
      expect(refusal(await bea.client.call('GET', '/api/admin/staff'))).toBe('403 SECOND_FACTOR_NEEDED');
      // The operator's way back in, should every admin have lost theirs.
      expect(await resetSecondFactor(studio.runtime, 'nobody@example.com')).toContain('no active staff');
      expect(await resetSecondFactor(studio.runtime, ada.email)).toContain('Done');
      await waitFor(async () => (await readSession(ada.client)).status === 401);
      const back = await waitFor(async () => {
        const answer = await signIn(ada.email);
        return answer.status === 200 && clientOf(answer);
      });
      expect(refusal(await back.call('GET', '/api/admin/staff'))).toBe('403 SECOND_FACTOR_NEEDED');
      await forgetCodes();
      await setUp(back);
      expect((await back.call('GET', '/api/admin/staff')).status).toBe(200);
    } finally {
      expect(await makeSecondFactorOptional(studio.runtime)).toContain('Done');
      currentAdmin = null;
    }
    await waitFor(async () => (await bea.client.call('GET', '/api/admin/staff')).status === 200);
    expect((await admin.call('GET', '/api/admin/staff')).status).toBe(200);
  });
});
