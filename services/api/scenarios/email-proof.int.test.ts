import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const password = 'seaside-7';
const outbox = z.array(z.object({ kind: z.string(), text: z.string().default('') }));

const waitForMail = (email: string, kind: string) =>
  waitFor(
    async () => {
      const answer = await fetch(
        `${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`,
      );
      return outbox.parse(await answer.json()).find((mail) => mail.kind === kind);
    },
    { what: `${kind} to ${email}` },
  );
const readSecret = async (email: string, kind: string, page: string) =>
  new RegExp(`/${page}\\?token=([\\w.-]+)`).exec((await waitForMail(email, kind)).text)?.[1] ?? '';
const verify = (token: string) => visitor.call('POST', '/api/auth/verify-email', { token });
const isVerified = async (email: string) => {
  const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
  return members.find((member) => member.email === email)?.emailVerified;
};

it('shows staff a proven address once the link in the welcome was used, also repeatedly', async () => {
  const email = 'ann@example.com';
  await visitor.signUp(email, 'Ann Shore');
  const token = await readSecret(email, 'welcome', 'verify-email');
  expect(await isVerified(email)).toBe(false);
  for (let times = 0; times < 2; times += 1) {
    expect(await verify(token)).toEqual({ status: 200, body: { success: true } });
    expect(await isVerified(email)).toBe(true);
  }
});

it('accepts a link for its member and its address only', async () => {
  const [email, next] = ['bea@example.com', 'bea.next@example.com'];
  const bea = await visitor.signUp(email, 'Bea Shore');
  await visitor.signUp('carl@example.com', 'Carl Shore');
  const token = await readSecret(email, 'welcome', 'verify-email');
  const other = await readSecret('carl@example.com', 'welcome', 'verify-email');
  const forged = `${token.split('.')[0]}.${other.split('.')[1]}`;
  for (const wrong of [forged, `${token}x`, `${token.split('.')[0]}.AAAAAAAAAAAA`, 'Li4vLi4v.AAAAAAAAAA'])
    expect(refusal(await verify(wrong))).toBe('400 INVALID_EMAIL_PROOF');
  await bea.call('POST', '/api/user/email', { newEmail: next, currentPassword: password });
  const link = await readSecret(next, 'email-change', 'confirm-email');
  expect((await visitor.call('POST', '/api/auth/confirm-email', { token: link })).status).toBe(200);
  // The link to the new address is a proof as well; the one to the old address no longer is.
  expect(await isVerified(next)).toBe(true);
  expect(refusal(await verify(token))).toBe('400 INVALID_EMAIL_PROOF');
});

it('takes a password reset as a proof too, and no link after the account is deleted', async () => {
  const email = 'dora@example.com';
  await visitor.signUp(email, 'Dora Shore');
  const welcome = await readSecret(email, 'welcome', 'verify-email');
  await visitor.call('POST', '/api/auth/forgot-password', { email });
  const token = await readSecret(email, 'password-reset', 'reset-password');
  const answer = await visitor.call('POST', '/api/auth/reset-password', { token, password: 'seaside-88' });
  expect(answer.status).toBe(200);
  expect(await isVerified(email)).toBe(true);
  const signedIn = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signin', {
    email,
    password: 'seaside-88',
  });
  const dora = new StudioClient(studio.process.base, signedIn.token);
  expect((await dora.call('DELETE', '/api/user', { password: 'seaside-88' })).status).toBe(200);
  expect(refusal(await verify(welcome))).toBe('400 INVALID_EMAIL_PROOF');
});

it('mails nothing that a stranger typed but a cleaned first name', async () => {
  const email = 'victim@example.com';
  await visitor.signUp(email, 'https://win.example/prize Call +44 20 7946 0000 now');
  const { text } = await waitForMail(email, 'welcome');
  expect(text).toContain('Welcome, httpswinexampleprize');
  for (const typed of ['win.example', 'prize Call', '7946']) expect(text).not.toContain(typed);
});
