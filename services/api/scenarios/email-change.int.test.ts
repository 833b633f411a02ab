import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { profileAnswer } from '#services/contract/account.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const password = 'seaside-7';
const outbox = z.array(
  z.object({
    kind: z.string(),
    text: z.string().default(''),
    action: z.string().optional(),
    list: z.number().optional(),
  }),
);

const readInbox = async (email: string) => {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return outbox.parse(await answer.json());
};
const waitForMail = (email: string, kind: string) =>
  waitFor(async () => (await readInbox(email)).find((mail) => mail.kind === kind), {
    what: `${kind} to ${email}`,
  });
const requestChange = (member: StudioClient, newEmail: string, currentPassword = password) =>
  member.call('POST', '/api/user/email', { newEmail, currentPassword });
const confirm = (token: string) => visitor.call('POST', '/api/auth/confirm-email', { token });
const secretIn = (text: string) => /\/confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? '';
const waitForLink = async (email: string) => secretIn((await waitForMail(email, 'email-change')).text);
const signIn = (email: string) => visitor.call('POST', '/api/auth/signin', { email, password });
const waitForRequests = () =>
  waitFor(
    async () =>
      (await studio.query('SELECT 1 FROM email_changes WHERE handled_at IS NULL AND replaced_at IS NULL'))
        .length === 0,
    { what: 'every request to be handled' },
  );

it('changes by the link to the new address, once, and retains the session that confirms and the newsletter', async () => {
  const [old, next] = ['ada.old@example.com', 'Ada.New@example.com'];
  const ada = await visitor.signUp(old, 'Ada Old');
  expect((await ada.call('PUT', '/api/user/consents', { newsletter: true })).status).toBe(200);
  const hasListChange = async (email: string, action: string) =>
    (await readInbox(email)).some((mail) => mail.action === action && mail.list === 2);
  // A later job would put the new address on the list immediately, and have no old one to remove.
  await waitFor(() => hasListChange(old, 'add'), { what: 'the newsletter to be joined' });
  expect(await requestChange(ada, next)).toEqual({ status: 200, body: { success: true } });
  const secret = await waitForLink(next);
  expect(secret.length).toBe(43);
  expect((await signIn(old)).status).toBe(200);
  const elsewhere = await visitor.expect(z.object({ token: z.string() }), 'POST', '/api/auth/signin', {
    email: old,
    password,
  });
  const confirmed = await ada.call('POST', '/api/auth/confirm-email', { token: secret });
  expect(confirmed).toEqual({ status: 200, body: { success: true } });
  const other = new StudioClient(studio.process.base, elsewhere.token);
  expect((await other.call('GET', '/api/user/profile')).status).toBe(401);
  const { profile } = await ada.expect(profileAnswer, 'GET', '/api/user/profile');
  expect(profile).toMatchObject({ email: next, name: 'Ada Old' });
  expect([(await signIn(old)).status, (await signIn(next)).status]).toEqual([401, 200]);
  expect(refusal(await confirm(secret))).toBe('400 INVALID_EMAIL_LINK');
  expect((await waitForMail(old, 'email-changed')).text).toContain('If it was not you');
  await waitFor(async () => (await hasListChange(next, 'add')) && (await hasListChange(old, 'remove')), {
    what: 'the newsletter to follow',
  });
  // The old address can be used again.
  await visitor.signUp(old, 'Someone Else');
  expect(
    (await ada.call('PUT', '/api/user/profile', { name: 'Ada New', phone: profile.phone })).body,
  ).toMatchObject({ profile: { email: next, name: 'Ada New' } });
  // Neither the secret nor an address is stored in clear.
  const stored = await studio.query(
    `SELECT 1 FROM bullmq.job j WHERE j::text LIKE '%' || $1 || '%' OR lower(j::text) LIKE '%' || $2 || '%'
     UNION ALL SELECT 1 FROM email_changes c WHERE c::text LIKE '%' || $1 || '%' OR lower(c::text) LIKE '%' || $2 || '%'`,
    [secret, next.toLowerCase()],
  );
  expect(stored).toEqual([]);
});

it('an email change is announced to the current address, with a link that cancels it', async () => {
  const [old, next] = ['fay.old@example.com', 'fay.new@example.com'];
  const fay = await visitor.signUp(old);
  await requestChange(fay, next);
  const { text } = await waitForMail(old, 'email-change-requested');
  expect(text).not.toContain(next);
  const secret = /\/cancel-email-change\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  expect(secret.length).toBe(43);
  const link = await waitForLink(next);
  expect((await visitor.call('POST', '/api/auth/cancel-email-change', { token: secret })).status).toBe(200);
  expect(refusal(await confirm(link))).toBe('400 INVALID_EMAIL_LINK');
  expect((await fay.call('GET', '/api/user/profile')).status).toBe(401);
  expect((await signIn(old)).status).toBe(200);
  const stored = await studio.query(
    `SELECT 1 FROM bullmq.job j WHERE j::text LIKE '%' || $1 || '%'
     UNION ALL SELECT 1 FROM email_changes c WHERE c::text LIKE '%' || $1 || '%'`,
    [secret],
  );
  expect(stored).toEqual([]);
});

it('requires the password and a different address', async () => {
  const bob = await visitor.signUp('bob.same@example.com');
  const wrong = await requestChange(bob, 'bob.other@example.com', 'not-my-password');
  expect(errorAnswer.parse(wrong.body).issues).toMatchObject([{ path: 'currentPassword' }]);
  const same = await requestChange(bob, 'BOB.same@example.com');
  expect(errorAnswer.parse(same.body).issues).toMatchObject([{ path: 'newEmail' }]);
  expect(refusal(await requestChange(visitor, 'bob.other@example.com'))).toBe('401 UNAUTHENTICATED');
  expect((await readInbox('bob.other@example.com')).length).toBe(0);
});

it('does not reveal that an address is taken, except to its owner', async () => {
  const cleo = await visitor.signUp('cleo@example.com');
  await visitor.signUp('taken@example.com');
  expect(await requestChange(cleo, 'taken@example.com')).toEqual(
    await requestChange(cleo, 'untaken@example.com'),
  );
  await waitForLink('untaken@example.com');
  expect(await requestChange(cleo, 'taken@example.com')).toEqual({ status: 200, body: { success: true } });
  const { text } = await waitForMail('taken@example.com', 'email-change-taken');
  expect(secretIn(text)).toBe('');
  expect((await signIn('cleo@example.com')).status).toBe(200);
});

it('invalidates a link after a newer request or an hour', async () => {
  const clock = new SandboxClock(studio.process.base);
  const dan = await visitor.signUp('dan@example.com');
  await requestChange(dan, 'dan.one@example.com');
  const first = await waitForLink('dan.one@example.com');
  await requestChange(dan, 'dan.two@example.com');
  const second = await waitForLink('dan.two@example.com');
  expect(refusal(await confirm(first))).toBe('400 INVALID_EMAIL_LINK');
  await clock.moveTo(new Date((await clock.now()).getTime() + 61 * millisecondsInMinute));
  expect(refusal(await confirm(second))).toBe('400 INVALID_EMAIL_LINK');
  expect((await signIn('dan@example.com')).status).toBe(200);
  await waitForRequests();
});

it('accepts one of ten concurrent confirmations of a link', async () => {
  const eve = await visitor.signUp('eve@example.com');
  await requestChange(eve, 'eve.new@example.com');
  const secret = await waitForLink('eve.new@example.com');
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(secret)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await signIn('eve.new@example.com')).status).toBe(200);
});
