import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { inviteAnswer, recoveryCodesAnswer, secondFactorSetupAnswer } from '#services/contract/staff.ts';
import { createAuthenticator } from '#tools/testing/authenticator.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { type Api, createApi } from '../create-api.ts';

let studio: TestStudio;
let visitor: StudioClient;
let second: Api;
let otherBase: string;
let closeWaiter: () => Promise<void>;
beforeAll(async () => {
  studio = await startOwnStudio({ environment: { RATE_LIMITS: 'on', LOG_LEVEL: 'fatal' } });
  visitor = new StudioClient(studio.base);
  const { runtime } = studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  closeWaiter = () => waiter.close();
  second = await createApi({ runtime, waiter, isReady: () => true, webRoot: null, board: null });
  otherBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => studio.runtime.pool.query('DELETE FROM password_tries; DELETE FROM request_counts'));
afterAll(async () => {
  await second?.close();
  await closeWaiter();
  await studio?.stop();
});

const memberPassword = 'seaside-7';
const staffPassword = 'seaside-terrace';
const createEmail = () => `${randomUUID()}@example.com`;
const tokenAnswer = z.object({ token: z.string() });

async function addStaff(email: string): Promise<StudioClient> {
  const admin = await studio.admin();
  const body = { email, role: 'auditor' };
  const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', body);
  const context: CommandContext = {
    now: new Date(),
    commandId: randomUUID(),
    actor: { kind: 'system', name: 'test' },
  };
  const invite = await issueStaffInvite(studio.runtime, { staffId }, context);
  const session = await visitor.expect(tokenAnswer, 'POST', '/api/staff/join', {
    token: invite?.token,
    name: 'Marina Shore',
    password: staffPassword,
  });
  return new StudioClient(studio.base, session.token);
}

/** A browser, which stores the cookie that knows it. */
class Browser {
  cookie: string | null = null;

  async post(path: string, body: object, base = studio.base) {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
      },
      body: JSON.stringify(body),
    });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('known_device='));
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? null;
    return { status: response.status, set, body: (await response.json()) as unknown };
  }

  async signIn(email: string, password: string, base = studio.base): Promise<number> {
    return (await this.post('/api/auth/signin', { email, password }, base)).status;
  }

  async signInStaff(body: object): Promise<number> {
    return (await this.post('/api/staff/session', body)).status;
  }
}

/** Repeats each recorded wrong password, from `network` if given. */
const repeatTries = (times: number, network: string | null = null) =>
  studio.runtime.pool.query(
    `INSERT INTO password_tries (door, client_hash, account_hash, device_id, counts)
     SELECT door, coalesce($2, client_hash), account_hash, device_id, counts
     FROM password_tries, generate_series(1, $1) WHERE NOT succeeded`,
    [times, network],
  );
const ageTries = (seconds: number) =>
  studio.runtime.pool.query('UPDATE password_tries SET at = at - make_interval(secs => $1)', [seconds]);

type TryPassword = (password: string) => ReturnType<StudioClient['call']>;
interface PasswordForm {
  readonly right: string;
  prepare(email: string): Promise<TryPassword>;
}

const sharedForm = (role: 'admin' | 'instructor' | 'auditor'): PasswordForm => ({
  right: `${role}-sandbox`,
  prepare: async () => (password) => visitor.call('POST', '/api/staff/session', { role, password }),
});

/** A form with the password and a code, of an account with a second factor. */
const secondFactorForm = (path: 'recovery-codes' | 'remove'): PasswordForm => ({
  right: staffPassword,
  async prepare(email) {
    const staff = await addStaff(email);
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
      await visitor.signUp(email);
      return (password) => visitor.call('POST', '/api/auth/signin', { email, password });
    },
  },
  'a member’s change of password': {
    right: memberPassword,
    async prepare(email) {
      const member = await visitor.signUp(email);
      return (currentPassword) =>
        member.call('PUT', '/api/user/password', { currentPassword, newPassword: memberPassword });
    },
  },
  'a member’s change of address': {
    right: memberPassword,
    async prepare(email) {
      const member = await visitor.signUp(email);
      return (currentPassword) =>
        member.call('POST', '/api/user/email', { currentPassword, newEmail: createEmail() });
    },
  },
  'a member’s deletion of the account': {
    right: memberPassword,
    async prepare(email) {
      const member = await visitor.signUp(email);
      return (password) => member.call('DELETE', '/api/user', { password });
    },
  },
  'the admins’ shared password': sharedForm('admin'),
  'the instructors’ shared password': sharedForm('instructor'),
  'the auditors’ shared password': sharedForm('auditor'),
  'the sign-in of a staff account': {
    right: staffPassword,
    async prepare(email) {
      await addStaff(email);
      return (password) => visitor.call('POST', '/api/staff/session', { email, password });
    },
  },
  'a staff account’s change of password': {
    right: staffPassword,
    async prepare(email) {
      const staff = await addStaff(email);
      return (currentPassword) =>
        staff.call('PUT', '/api/staff/password', { currentPassword, newPassword: staffPassword });
    },
  },
  'setting up a second factor': {
    right: staffPassword,
    async prepare(email) {
      const staff = await addStaff(email);
      return (password) => staff.call('POST', '/api/staff/second-factor/setup', { password });
    },
  },
  'new recovery codes': secondFactorForm('recovery-codes'),
  'removing a second factor': secondFactorForm('remove'),
};

describe('every form with a current password', () => {
  it.each(Object.entries(forms))('%s counts wrong ones, and slows down', async (_, form) => {
    const tryPassword = await form.prepare(createEmail());
    await studio.runtime.pool.query('DELETE FROM password_tries');
    expect([400, 401]).toContain((await tryPassword('not-it')).status);
    expect((await studio.runtime.pool.query('SELECT 1 FROM password_tries')).rowCount).toBe(1);
    await repeatTries(15);
    // The right one is refused as well, so that the answer does not reveal it.
    for (const password of ['not-it', form.right]) {
      const { status, body } = await tryPassword(password);
      expect([status, errorAnswer.parse(body).code]).toEqual([429, 'RATE_LIMITED']);
      expect(errorAnswer.parse(body).error).toBe('Too many wrong passwords. Please try again in 15 minutes.');
    }
    await ageTries(15 * 60);
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
    const browser = new Browser();
    await browser.signIn(email, 'guess');
    await repeatTries(7);
    const response = await fetch(`${studio.base}/api/auth/signin`, {
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
    const member = await visitor.signUp(email);
    await member.call('POST', '/api/user/email', { currentPassword: 'guess', newEmail: createEmail() });
    await member.call('DELETE', '/api/user', { password: 'guess' });
    await repeatTries(10);
    expect((await visitor.call('POST', '/api/auth/signin', { email, password: memberPassword })).status).toBe(
      429,
    );
  });

  it('slows an unknown email down in the same way, and stores keyed hashes only', async () => {
    const email = createEmail();
    expect(await new Browser().signIn(email.toUpperCase(), 'guess')).toBe(401);
    await repeatTries(15);
    expect(await new Browser().signIn(email, 'guess', otherBase)).toBe(429);
    const { rows } = await studio.runtime.pool.query<{ account: string; client: string }>(
      'SELECT account_hash AS account, client_hash AS client FROM password_tries',
    );
    for (const { account, client } of rows) expect(account + client).toMatch(/^[0-9a-f]{128}$/);
  });

  it('checks one of twelve concurrent passwords at two processes when the next is due', async () => {
    const email = createEmail();
    await visitor.signUp(email);
    await new Browser().signIn(email, 'guess');
    await repeatTries(13);
    await ageTries(10 * 60);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        new Browser().signIn(email, 'guess', index % 2 === 0 ? studio.base : otherBase),
      ),
    );
    expect(statuses.toSorted()).toEqual([401, ...Array(11).fill(429)]);
  });
});

describe('wrong passwords of others', () => {
  it('at the auditors’ door do not stop an admin, an account or a member on the same network', async () => {
    const email = createEmail();
    const memberEmail = createEmail();
    await addStaff(email);
    await visitor.signUp(memberEmail);
    const browser = new Browser();
    expect(await browser.signInStaff({ role: 'auditor', password: 'guess' })).toBe(401);
    await repeatTries(50);
    expect(await browser.signInStaff({ role: 'auditor', password: 'auditor-sandbox' })).toBe(429);
    expect(await browser.signInStaff({ role: 'admin', password: 'admin-sandbox' })).toBe(200);
    expect(await browser.signInStaff({ role: 'instructor', password: 'instructor-sandbox' })).toBe(200);
    expect(await browser.signInStaff({ email, password: staffPassword })).toBe(200);
    expect(await browser.signIn(memberEmail, memberPassword)).toBe(200);
  });

  const people: Readonly<
    Record<
      string,
      {
        right: string;
        wrong: string;
        start(email: string): Promise<(password: string, browser: Browser) => Promise<number>>;
      }
    >
  > = {
    'a member': {
      right: memberPassword,
      wrong: 'guess',
      async start(email) {
        await visitor.signUp(email);
        return (password, browser) => browser.signIn(email, password);
      },
    },
    'a staff account': {
      right: staffPassword,
      wrong: 'guess',
      async start(email) {
        await addStaff(email);
        return (password, browser) => browser.signInStaff({ email, password });
      },
    },
    'the admins': {
      right: 'admin-sandbox',
      wrong: 'guess',
      start: async () => (password, browser) => browser.signInStaff({ role: 'admin', password }),
    },
  };

  it.each(Object.entries(people))('do not stop %s in a known browser', async (_, person) => {
    const signIn = await person.start(createEmail());
    const known = new Browser();
    expect(await signIn(person.right, known)).toBe(200);
    await studio.runtime.pool.query('DELETE FROM password_tries');
    // A stranger guesses here and from many other networks.
    await signIn(person.wrong, new Browser());
    await repeatTries(50, 'another network');
    await repeatTries(3);
    expect(await signIn(person.right, new Browser())).toBe(429);
    expect(await signIn(person.right, known)).toBe(200);
    // It has as many tries as anyone, no more.
    await signIn(person.wrong, known);
    await repeatTries(15);
    expect(await signIn(person.right, known)).toBe(429);
  });

  it('give a browser that someone else signed in with no way around the delay', async () => {
    const email = createEmail();
    await visitor.signUp(email);
    const stranger = new Browser();
    await stranger.post('/api/auth/signup', {
      name: 'Thief Example',
      email: createEmail(),
      phone: '07700 900123',
      password: memberPassword,
    });
    expect(stranger.cookie).not.toBeNull();
    await stranger.signIn(email, 'guess');
    await repeatTries(15);
    expect(await stranger.signIn(email, memberPassword)).toBe(429);
  });
});

describe('a known browser', () => {
  it('is unknown again once the password was changed elsewhere', async () => {
    const email = createEmail();
    const member = await visitor.signUp(email);
    const browser = new Browser();
    expect(await browser.signIn(email, memberPassword)).toBe(200);
    const change = { currentPassword: memberPassword, newPassword: 'driftwood-8' };
    expect((await member.call('PUT', '/api/user/password', change)).status).toBe(200);
    await new Browser().signIn(email, 'guess');
    await repeatTries(15);
    expect(await browser.signIn(email, 'driftwood-8')).toBe(429);
  });

  it('has a cookie that no script reads and no other site sends, and that changes at each sign-in', async () => {
    const email = createEmail();
    await visitor.signUp(email);
    const browser = new Browser();
    const first = await browser.post('/api/auth/signin', { email, password: memberPassword });
    expect(first.set).toMatch(
      /^known_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    );
    const again = await browser.post('/api/auth/signin', { email, password: memberPassword });
    expect(again.set).not.toBe(first.set);
    const failed = await browser.post('/api/auth/signin', { email, password: 'guess' });
    expect(failed.set).toBeUndefined();
  });
});
