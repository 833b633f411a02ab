import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  createEmail,
  memberPassword,
  PasswordStudio,
  staffPassword,
} from '../testing/password-studio.fixture.ts';

let passwords: PasswordStudio;
beforeAll(async () => {
  passwords = await PasswordStudio.start();
});
beforeEach(() => passwords.forgetAll());
afterAll(() => passwords?.studio.stop());

describe('wrong passwords of others', () => {
  it('on the auditors’ sign-in do not stop an admin, an account or a member on the same network', async () => {
    const email = createEmail();
    const memberEmail = createEmail();
    await passwords.addStaff(email);
    await passwords.visitor.signUp(memberEmail);
    const browser = passwords.openBrowser();
    expect(await browser.signInStaff({ role: 'auditor', password: 'guess' })).toBe(401);
    await passwords.repeatTries(50);
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
        await passwords.visitor.signUp(email);
        return (password, browser) => browser.signIn(email, password);
      },
    },
    'a staff account': {
      right: staffPassword,
      wrong: 'guess',
      async start(email) {
        await passwords.addStaff(email);
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
    const known = passwords.openBrowser();
    expect(await signIn(person.right, known)).toBe(200);
    await passwords.forgetTries();
    // A stranger guesses here and from many other networks.
    await signIn(person.wrong, passwords.openBrowser());
    await passwords.repeatTries(50, 'another network');
    await passwords.repeatTries(3);
    expect(await signIn(person.right, passwords.openBrowser())).toBe(429);
    expect(await signIn(person.right, known)).toBe(200);
    // It has as many tries as anyone, no more.
    await signIn(person.wrong, known);
    await passwords.repeatTries(15);
    expect(await signIn(person.right, known)).toBe(429);
  });

  it('are delayed in a browser with which another member has signed in, too', async () => {
    const email = createEmail();
    await passwords.visitor.signUp(email);
    const stranger = passwords.openBrowser();
    await stranger.post('/api/auth/signup', {
      name: 'Thief Example',
      email: createEmail(),
      phone: '07700 900123',
      password: memberPassword,
    });
    expect(stranger.cookie).not.toBeNull();
    await stranger.signIn(email, 'guess');
    await passwords.repeatTries(15);
    expect(await stranger.signIn(email, memberPassword)).toBe(429);
  });
});

describe('a known browser', () => {
  it('is unknown again once the password was changed elsewhere', async () => {
    const email = createEmail();
    const member = await passwords.visitor.signUp(email);
    const browser = passwords.openBrowser();
    expect(await browser.signIn(email, memberPassword)).toBe(200);
    const change = { currentPassword: memberPassword, newPassword: 'driftwood-8' };
    expect((await member.call('PUT', '/api/user/password', change)).status).toBe(200);
    await passwords.openBrowser().signIn(email, 'guess');
    await passwords.repeatTries(15);
    expect(await browser.signIn(email, 'driftwood-8')).toBe(429);
  });

  it('has a cookie that no script reads and no other site sends, and that changes at each sign-in', async () => {
    const email = createEmail();
    await passwords.visitor.signUp(email);
    const browser = passwords.openBrowser();
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
