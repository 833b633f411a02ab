import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { recoveryCodesAnswer, secondFactorSetupAnswer } from '#services/contract/staff.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { type Api, createApi } from '../create-api.ts';
import {
  createEmail,
  memberPassword,
  PasswordStudio,
  staffPassword,
} from '../testing/password-studio.fixture.ts';

let passwords: PasswordStudio;
let second: Api;
let otherBase: string;
let closeWaiter: () => Promise<void>;
beforeAll(async () => {
  passwords = await PasswordStudio.start();
  const { runtime } = passwords.studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  closeWaiter = () => waiter.close();
  second = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board: null });
  otherBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => passwords.forgetAll());
afterAll(async () => {
  await second?.close();
  await closeWaiter?.();
  await passwords?.studio.stop();
});

type TryPassword = (password: string) => ReturnType<StudioClient['call']>;
interface PasswordForm {
  readonly right: string;
  prepare(email: string): Promise<TryPassword>;
}

const sharedForm = (role: 'admin' | 'instructor' | 'auditor'): PasswordForm => ({
  right: `${role}-sandbox`,
  prepare: async () => (password) => passwords.visitor.call('POST', '/api/staff/session', { role, password }),
});

/** A form with the password and a code, of an account with a second factor. */
const secondFactorForm = (path: 'recovery-codes' | 'remove'): PasswordForm => ({
  right: staffPassword,
  async prepare(email) {
    const staff = await passwords.addStaff(email);
    const { setupId, secret } = await staff.expect(
      secondFactorSetupAnswer,
      'POST',
      '/api/staff/second-factor/setup',
      { password: staffPassword },
    );
    const app = createAuthenticator(secret);
    const { recoveryCodes } = await staff.expect(recoveryCodesAnswer, 'POST', '/api/staff/second-factor', {
      setupId,
      code: app.code(),
    });
    return (password) =>
      staff.call('POST', `/api/staff/second-factor/${path}`, { password, code: recoveryCodes[0] });
  },
});

/** Every form with a current password. Each right one is used once, because it may change it. */
const forms: Readonly<Record<string, PasswordForm>> = {
  'a member’s sign-in': {
    right: memberPassword,
    async prepare(email) {
      await passwords.visitor.signUp(email);
      return (password) => passwords.visitor.call('POST', '/api/auth/signin', { email, password });
    },
  },
  'a member’s change of password': {
    right: memberPassword,
    async prepare(email) {
      const member = await passwords.visitor.signUp(email);
      return (currentPassword) =>
        member.call('PUT', '/api/user/password', { currentPassword, newPassword: memberPassword });
    },
  },
  'a member’s change of address': {
    right: memberPassword,
    async prepare(email) {
      const member = await passwords.visitor.signUp(email);
      return (currentPassword) =>
        member.call('POST', '/api/user/email', { currentPassword, newEmail: createEmail() });
    },
  },
  'a member’s deletion of the account': {
    right: memberPassword,
    async prepare(email) {
      const member = await passwords.visitor.signUp(email);
      return (password) => member.call('DELETE', '/api/user', { password });
    },
  },
  'the admins’ shared password': sharedForm('admin'),
  'the instructors’ shared password': sharedForm('instructor'),
  'the auditors’ shared password': sharedForm('auditor'),
  'the sign-in of a staff account': {
    right: staffPassword,
    async prepare(email) {
      await passwords.addStaff(email);
      return (password) => passwords.visitor.call('POST', '/api/staff/session', { email, password });
    },
  },
  'a staff account’s change of password': {
    right: staffPassword,
    async prepare(email) {
      const staff = await passwords.addStaff(email);
      return (currentPassword) =>
        staff.call('PUT', '/api/staff/password', { currentPassword, newPassword: staffPassword });
    },
  },
  'setting up a second factor': {
    right: staffPassword,
    async prepare(email) {
      const staff = await passwords.addStaff(email);
      return (password) => staff.call('POST', '/api/staff/second-factor/setup', { password });
    },
  },
  'new recovery codes': secondFactorForm('recovery-codes'),
  'removing a second factor': secondFactorForm('remove'),
};

describe('every form with a current password', () => {
  it.each(Object.entries(forms))('%s counts wrong ones, and slows down', async (_, form) => {
    const tryPassword = await form.prepare(createEmail());
    await passwords.forgetTries();
    expect([400, 401]).toContain((await tryPassword('not-it')).status);
    expect((await passwords.studio.runtime.pool.query('SELECT 1 FROM password_tries')).rowCount).toBe(1);
    await passwords.repeatTries(15);
    // The right one is refused as well, so that the answer does not reveal it.
    for (const password of ['not-it', form.right]) {
      const { status, body } = await tryPassword(password);
      expect([status, errorAnswer.parse(body).code]).toEqual([429, 'RATE_LIMITED']);
      expect(errorAnswer.parse(body).error).toBe('Too many wrong passwords. Please try again in 15 minutes.');
    }
    await passwords.ageTries(15 * 60);
    expect((await tryPassword(form.right)).status).toBe(200);
  });

  it.each(Object.entries(forms))('%s accepts the right one after four wrong ones', async (_, form) => {
    const tryPassword = await form.prepare(createEmail());
    for (let tries = 0; tries < 4; tries += 1) {
      expect([400, 401]).toContain((await tryPassword('not-it')).status);
    }
    expect((await tryPassword(form.right)).status).toBe(200);
  });

  it('names the time to wait in Retry-After and in words, from a second on', async () => {
    const email = createEmail();
    const browser = passwords.openBrowser();
    await browser.signIn(email, 'guess');
    await passwords.repeatTries(7);
    const response = await fetch(`${passwords.studio.base}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'guess' }),
    });
    const seconds = Number(response.headers.get('retry-after'));
    expect([response.status, seconds > 0 && seconds <= 8]).toEqual([429, true]);
    const { error } = errorAnswer.strict().parse(await response.json());
    expect(error).toMatch(/^Too many wrong passwords\. Please try again in \d seconds?\.$/);
  });

  it('counts those of a session and of the sign-in together', async () => {
    const email = createEmail();
    const member = await passwords.visitor.signUp(email);
    await member.call('POST', '/api/user/email', { currentPassword: 'guess', newEmail: createEmail() });
    await member.call('DELETE', '/api/user', { password: 'guess' });
    await passwords.repeatTries(10);
    expect(
      (await passwords.visitor.call('POST', '/api/auth/signin', { email, password: memberPassword })).status,
    ).toBe(429);
  });

  it('slows an unknown email down in the same way, and stores keyed hashes only', async () => {
    const email = createEmail();
    expect(await passwords.openBrowser().signIn(email.toUpperCase(), 'guess')).toBe(401);
    await passwords.repeatTries(15);
    expect(await passwords.openBrowser().signIn(email, 'guess', otherBase)).toBe(429);
    const { rows } = await passwords.studio.runtime.pool.query<{ account: string; client: string }>(
      'SELECT account_hash AS account, client_hash AS client FROM password_tries',
    );
    for (const { account, client } of rows) expect(account + client).toMatch(/^[0-9a-f]{128}$/);
  });

  it('checks one of twelve concurrent passwords at two processes when the next is due', async () => {
    const email = createEmail();
    await passwords.visitor.signUp(email);
    await passwords.openBrowser().signIn(email, 'guess');
    await passwords.repeatTries(13);
    await passwords.ageTries(10 * 60);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        passwords.openBrowser().signIn(email, 'guess', index % 2 === 0 ? passwords.studio.base : otherBase),
      ),
    );
    expect(statuses.toSorted()).toEqual([401, ...Array(11).fill(429)]);
  });
});
