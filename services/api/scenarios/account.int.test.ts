import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profileAnswer } from '#services/contract/account.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openPage } from '../testing/event-stream.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
let base: string;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  base = studio.process.base;
  visitor = new StudioClient(base);
});
afterAll(() => studio?.remove());

const token = z.object({ token: z.string() });
const password = 'seaside-7';
const signIn = (email: string, secret = password) =>
  visitor.call('POST', '/api/auth/signin', { email, password: secret });
const openSession = async (email: string, secret = password) =>
  new StudioClient(base, token.parse((await signIn(email, secret)).body).token);
const isSignedIn = async (client: StudioClient) =>
  (await client.call('GET', '/api/auth/credits')).status === 200;

const outbox = z.array(
  z.object({ kind: z.string(), text: z.string().default(''), action: z.string().optional() }),
);
/** Reads the emails and list changes of an address, oldest first. */
async function readSentTo(email: string, kind: string) {
  const answer = await fetch(`${base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
  return outbox
    .parse(await answer.json())
    .toReversed()
    .filter((mail) => mail.kind === kind);
}
const linkIn = (text: string) => /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Requests a reset link and reads it from the email, the `nth` (from 1) to that address. */
async function requestReset(email: string, nth = 1): Promise<string> {
  expect(await visitor.call('POST', '/api/auth/forgot-password', { email })).toEqual({
    status: 200,
    body: { success: true },
  });
  return waitFor(
    async () => {
      const mails = await readSentTo(email, 'password-reset');
      return mails.length < nth ? null : linkIn(mails[nth - 1]?.text ?? '');
    },
    { what: `link ${nth} to ${email}` },
  );
}
const reset = (secret: string, next: string) =>
  visitor.call('POST', '/api/auth/reset-password', { token: secret, password: next });
/** Resolves when every request for a link is handled. */
const waitForRequests = () =>
  waitFor(
    async () =>
      (await studio.query('SELECT 1 FROM password_reset_requests WHERE handled_at IS NULL')).length === 0,
    { what: 'every request for a link to be handled' },
  );

describe('a forgotten password', () => {
  it('is replaced by a link that works once and ends every session', async () => {
    const email = 'rita.resets@example.com';
    const first = await visitor.signUp(email);
    const second = await openSession(email);
    const page = await openPage(base, second.token);
    const secret = await requestReset(email);
    expect(secret.length).toBe(43);
    expect((await reset(secret, 'driftwood-8')).status).toBe(200);
    expect(await page.ended).toBe('complete');
    expect(await Promise.all([isSignedIn(first), isSignedIn(second)])).toEqual([false, false]);
    expect(refusal(await signIn(email))).toBe('401 WRONG_CREDENTIALS');
    expect((await signIn(email, 'driftwood-8')).status).toBe(200);
    const again = await reset(secret, 'flotsam-9');
    expect(refusal(again)).toBe('400 INVALID_RESET_LINK');
    expect(errorAnswer.parse(again.body).error).toBe('The password reset link is invalid or expired.');
    // The token and the address are stored nowhere but in the email.
    const stored = await studio.query(
      `SELECT 1 FROM bullmq.job j WHERE j::text LIKE '%' || $1 || '%' OR j::text LIKE '%' || $2 || '%'
       UNION ALL SELECT 1 FROM password_resets r WHERE r::text LIKE '%' || $1 || '%'
       UNION ALL SELECT 1 FROM password_reset_requests q WHERE q::text LIKE '%' || $2 || '%'`,
      [secret, email],
    );
    expect(stored).toEqual([]);
  });

  it('is replaced by one of ten concurrent uses of a link', async () => {
    const email = 'rex.races@example.com';
    await visitor.signUp(email);
    const secret = await requestReset(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(secret, `racing-${index}`)),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await signIn(email, `racing-${winners[0]}`)).status).toBe(200);
  });

  it('leaves no session of the old password, also none that is opened concurrently', async () => {
    const email = 'olga.old@example.com';
    await visitor.signUp(email);
    const secret = await requestReset(email);
    const during = Array.from({ length: 30 }, () => signIn(email));
    const answers = await Promise.all([reset(secret, 'driftwood-8'), ...during]);
    const opened = answers.slice(1).flatMap(({ body }) => token.safeParse(body).data?.token ?? []);
    const stillSignedIn = await Promise.all(opened.map((one) => isSignedIn(new StudioClient(base, one))));
    expect(stillSignedIn.filter(Boolean)).toEqual([]);
  });

  it('does not reveal whether an account exists, and gets at most three links an hour, valid for one hour', async () => {
    const clock = new SandboxClock(base);
    const email = 'hal.hour@example.com';
    await visitor.signUp(email);
    await visitor.call('POST', '/api/auth/forgot-password', { email: 'unknown@example.com' });
    const links = [await requestReset(email, 1), await requestReset('HAL.hour@example.com', 2)];
    expect(new Set(links).size).toBe(2);
    const more = Array.from({ length: 5 }, () =>
      visitor.call('POST', '/api/auth/forgot-password', { email }),
    );
    await Promise.all(more);
    await waitForRequests();
    expect(await readSentTo(email, 'password-reset')).toHaveLength(3);
    expect(await readSentTo('unknown@example.com', 'password-reset')).toEqual([]);
    await clock.moveTo(new Date((await clock.now()).getTime() + 61 * millisecondsInMinute));
    for (const link of links) expect(refusal(await reset(link, 'too-late-1'))).toBe('400 INVALID_RESET_LINK');
    const fresh = await requestReset(email, 4);
    expect((await reset(fresh, 'in-time-1')).status).toBe(200);
  });
});

describe('the account', () => {
  it('shows and changes the profile and the health answers', async () => {
    const email = 'pia.profile@example.com';
    const pia = await visitor.signUp(email, 'Pia Profile');
    const before = await pia.expect(profileAnswer, 'GET', '/api/user/profile');
    expect(before.profile).toMatchObject({ name: 'Pia Profile', email, dateOfBirth: null });
    expect(before.health).toMatchObject({ hasInjuries: false, okWithHandsOnCorrections: true });
    const renamed = { name: 'Pia Pier', phone: '07700 900999', dateOfBirth: '1990-05-12' };
    expect((await pia.expect(profileAnswer, 'PUT', '/api/user/profile', renamed)).profile).toMatchObject({
      ...renamed,
      email,
    });
    const young = await pia.call('PUT', '/api/user/profile', { ...renamed, dateOfBirth: '2020-01-01' });
    expect(errorAnswer.parse(young.body).issues?.[0]?.path).toBe('dateOfBirth');
    const answers = {
      onMedication: false,
      medicationDetails: 'left from before',
      hasInjuries: true,
      injuryDetails: ' left knee ',
      isPregnantOrPostpartum: true,
      painfulMovements: false,
      okWithHandsOnCorrections: false,
    };
    await pia.call('PUT', '/api/user/health', answers);
    const after = await pia.expect(profileAnswer, 'GET', '/api/user/profile');
    expect(after.health).toEqual({
      ...answers,
      medicationDetails: null,
      injuryDetails: 'left knee',
      painfulMovementDetails: null,
    });
    expect(after.profile.name).toBe('Pia Pier');
  });

  it('changes the password when the current one is given, and ends the other sessions', async () => {
    const email = 'percy.password@example.com';
    const here = await visitor.signUp(email);
    const there = await openSession(email);
    const change = (currentPassword: string) =>
      here.call('PUT', '/api/user/password', { currentPassword, newPassword: 'kelp-and-sand' });
    const wrong = await change('not-it');
    expect(refusal(wrong)).toBe('400 INVALID_INPUT');
    expect(errorAnswer.parse(wrong.body).issues?.[0]?.path).toBe('currentPassword');
    expect(await isSignedIn(there)).toBe(true);
    expect((await change(password)).status).toBe(200);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await signIn(email, 'kelp-and-sand')).status).toBe(200);
  });

  it('signs out every session of the member and no other', async () => {
    const email = 'sue.signs.out@example.com';
    const sessions = [await visitor.signUp(email), await openSession(email), await openSession(email)];
    const other = await visitor.signUp('sam.stays@example.com');
    expect((await sessions[1]?.call('POST', '/api/auth/signout-everywhere'))?.status).toBe(200);
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false, false]);
    expect(await isSignedIn(other)).toBe(true);
  });
});

const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
async function buy(client: StudioClient): Promise<void> {
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  const pass = classPasses.find(({ name }) => name === '5 Class Pass');
  expect((await client.buy(pass?.id ?? 0)).status).toBe(200);
}

describe('deleting the account', () => {
  it('can be preceded by an export of everything in one file', async () => {
    const email = 'exa.exports@example.com';
    const exa = await visitor.signUp(email, 'Exa Exports');
    await buy(exa);
    const [classId] = await openClasses(await visitor.staff('admin'), 1);
    await exa.call('POST', '/api/bookings', { classId });
    const response = await fetch(`${base}/api/user/export`, {
      headers: { authorization: `Bearer ${exa.token}` },
    });
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-studio-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    const data = exportAnswer.strict().parse(await response.json());
    expect(data.profile).toMatchObject({ name: 'Exa Exports', email, phone: '07700 900123' });
    expect(data.bookings).toMatchObject([{ classId, status: 'confirmed' }]);
    expect(data.passes).toMatchObject([{ passName: '5 Class Pass', remaining: 4 }]);
    expect(data.passes[0]?.history.map(({ type }) => type)).toEqual(['LotGranted', 'PassHeld', 'PassSpent']);
    expect(data.payments).toMatchObject([{ what: '5 Class Pass', amountPence: 11_000, state: 'granted' }]);
    expect(data).toMatchObject({ consents: { newsletter: true }, membership: null });
    expect(JSON.stringify(data)).not.toMatch(/argon/);
  });

  it('cancels bookings, erases personal data and frees the address', async () => {
    const email = 'fay.forgotten@example.com';
    const fay = await visitor.signUp(email, 'Fay Forgotten');
    const elsewhere = await openSession(email);
    await buy(fay);
    const admin = await visitor.staff('admin');
    const [classId] = await openClasses(admin, 1);
    await fay.call('POST', '/api/bookings', { classId });
    const { user } = await fay.expect(
      z.object({ user: z.object({ id: z.string() }) }),
      'GET',
      '/api/auth/user',
    );

    // Only an address that is on the mailing list is removed from it.
    await waitFor(async () => (await readSentTo(email, 'mailing-list')).length > 0, {
      what: 'the newsletter',
    });
    const wrong = await fay.call('DELETE', '/api/user', { password: 'not-it' });
    expect(refusal(wrong)).toBe('400 INVALID_INPUT');
    expect((await fay.call('DELETE', '/api/user', { password })).status).toBe(200);
    expect([await isSignedIn(fay), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(refusal(await signIn(email))).toBe('401 WRONG_CREDENTIALS');
    expect(await studio.query('SELECT status FROM bookings WHERE user_id = $1', [user.id])).toEqual([
      { status: 'cancelled' },
    ]);
    // The same address can sign up as a new member.
    const again = await visitor.signUp(email, 'Fay Again');
    const newProfile = await again.expect(profileAnswer, 'GET', '/api/user/profile');
    expect(newProfile.profile.name).toBe('Fay Again');

    const isForgotten = async () =>
      (
        await studio.query('SELECT 1 FROM member_keys WHERE member_id = $1 AND wrapped_key IS NULL', [
          user.id,
        ])
      ).length === 1;
    await waitFor(isForgotten, { what: 'the key to be destroyed' });
    expect(await readSentTo(email, 'account-deleted')).toHaveLength(1);
    const list = (await readSentTo(email, 'mailing-list')).map(({ action }) => action);
    expect(list).toContain('remove');
    expect(
      await studio.query('SELECT name, email, phone, password, injury_details FROM users WHERE id = $1', [
        user.id,
      ]),
    ).toEqual([{ name: null, email: null, phone: null, password: null, injury_details: null }]);
    // The sweep destroys a key that a crash left behind.
    await studio.query(
      "UPDATE member_keys SET wrapped_key = 'left behind', destroyed_at = NULL, key_fingerprint = NULL WHERE member_id = $1",
      [user.id],
    );
    const clock = new SandboxClock(base);
    await clock.moveTo(new Date((await clock.now()).getTime() + 31 * millisecondsInMinute));
    expect(await isForgotten()).toBe(true);
    expect(await readSentTo(email, 'account-deleted')).toHaveLength(1);
  });

  it('ends the membership, also at Stripe, and leaves every waitlist', async () => {
    const email = 'mel.member@example.com';
    const mel = await visitor.signUp(email);
    const { sessionUrl } = await mel.expect(
      z.object({ sessionUrl: z.string() }),
      'POST',
      '/api/create-membership-subscription',
    );
    await fetch(base + new URL(sessionUrl).pathname, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 34', cardCvc: '123' }),
    });
    const sessionId = sessionUrl.slice(sessionUrl.lastIndexOf('/') + 1);
    expect((await mel.call('POST', '/api/membership/complete', { session_id: sessionId })).status).toBe(200);
    const admin = await visitor.staff('admin');
    const [classId = 0] = await openClasses(admin, 1, 1);
    const other = await visitor.signUp('omar.other@example.com');
    await buy(other);
    expect((await other.call('POST', '/api/bookings', { classId })).status).toBe(200);
    expect((await mel.call('POST', '/api/waitlist', { classId })).status).toBe(200);

    expect((await mel.call('DELETE', '/api/user', { password })).status).toBe(200);
    const [row] = await studio.query(
      `SELECT m.status, m.stripe_subscription_id AS subscription, w.left_at IS NOT NULL AS left
       FROM memberships m JOIN waitlist w ON w.user_id = m.user_id WHERE w.class_id = $1`,
      [classId],
    );
    expect(row).toMatchObject({ status: 'ended', left: true });
    const atStripe = await fetch(`${base}/sandbox/stripe/v1/subscriptions/${row?.subscription}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    });
    expect(await atStripe.json()).toMatchObject({ status: 'canceled' });
  });
});
