import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { findLeaks, readEveryRow } from '../testing/stored-text.fixture.ts';

/** Values that occur nowhere else, so that each hit is personal data of this member. */
const member = {
  name: 'Wilhelmina Quillfeather',
  newName: 'Wilhelmina Oystercatcher',
  email: 'wilhelmina.quillfeather@marram.example',
  newEmail: 'mina.oystercatcher@marram.example',
  phone: '07911 555 666',
  birth: '1987-03-14',
  medication: 'zolpimistatine',
  injury: 'left clavicle, cycling',
};
/** The values of a person who registers interest and is not erased. */
const interested = {
  interestName: 'Cornelius Bladderwrack',
  interestEmail: 'cornelius.bladderwrack@marram.example',
  interestPhone: '07911 444 333',
  message: 'I would come on Thursdays after the ferry',
};
const staff = { staffName: 'Barnaby Saltmarsh', staffEmail: 'barnaby.saltmarsh@marram.example' };
const typed = {
  password: 'barnacle-and-rope-71',
  newPassword: 'driftwood-and-tar-72',
  wrongPassword: 'guessed-by-a-stranger-73',
  staffPassword: 'samphire-and-salt-74',
  card: '4242424242424242',
};
const configured = {
  ADMIN_PASSWORD: 'lantern-over-harbour-75',
  INSTRUCTOR_PASSWORD: 'reformer-at-high-tide-76',
  AUDITOR_PASSWORD: 'ledger-below-the-gulls-77',
};
/** The tokens, links and keys that were issued. */
const issued: Record<string, string> = {};

let studio: RunningStudio;
let visitor: StudioClient;
let memberId: string;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'trace', STUDIO_DEMO: 'off', ...configured });
  visitor = new StudioClient(studio.process.base);
  const secrets = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(join(studio.dataDir, 'secrets.json'), 'utf8')));
  for (const [name, value] of Object.entries(secrets)) issued[name] = value;
  issued.masterKey = (await readFile(`${studio.dataDir}.keys/master-key`, 'utf8')).trim();
});
afterAll(() => studio?.remove());

const outbox = z.array(z.object({ kind: z.string(), text: z.string().default('') }));
/** The secret in the last email of that kind to an address. */
async function secretFor(email: string, kind: string): Promise<string> {
  return waitFor(
    async () => {
      const answer = await fetch(
        `${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`,
      );
      const mail = outbox.parse(await answer.json()).find((each) => each.kind === kind);
      return /[?&#]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    },
    { what: `the ${kind} email to ${email}` },
  );
}
const token = z.object({ token: z.string() });
const callOk = async (client: StudioClient, method: string, path: string, body?: unknown) => {
  const answer = await client.call(method, path, body);
  expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([path, answer.status, '']);
  return answer;
};
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });

/** Does everything that a member can do, among wrong requests of others, and ends with the deletion of the account. */
async function useEveryFeature(): Promise<void> {
  const { base } = studio.process;
  const admin = await visitor.staff('admin', configured.ADMIN_PASSWORD);
  const { name, email, phone } = member;
  const signedUp = await visitor.expect(token, 'POST', '/api/auth/signup', {
    ...{ name, email, phone, password: typed.password, dateOfBirth: member.birth, newsletter: true },
    ...{ onMedication: true, medicationDetails: member.medication },
    ...{ hasInjuries: true, injuryDetails: member.injury },
  });
  let me = new StudioClient(base, signedUp.token);
  const known = await me.expect(z.object({ user: z.object({ id: z.string() }) }), 'GET', '/api/auth/user');
  memberId = known.user.id;
  await callOk(visitor, 'POST', '/api/registrations', {
    name: interested.interestName,
    email: interested.interestEmail,
    phone: interested.interestPhone,
    message: interested.message,
  });

  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  const pass = classPasses.find((each) => each.name === '5 Class Pass')?.id ?? 0;
  expect((await me.buy(pass, '4000000000000002')).status).not.toBe(200);
  expect((await me.buy(pass, typed.card)).status).toBe(200);
  const [first, second] = await openClasses(admin, 2);
  const booked = await me.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
    classId: first,
  });
  await callOk(me, 'POST', '/api/bookings', { classId: second });
  await callOk(me, 'POST', '/api/cancel-booking', { bookingId: booked.bookingId });
  await callOk(me, 'POST', '/api/user/calendar-feed');

  await callOk(me, 'PUT', '/api/user/profile', { name: member.newName, phone, dateOfBirth: member.birth });
  await callOk(me, 'POST', '/api/user/email', { newEmail: member.newEmail, currentPassword: typed.password });
  issued.emailToken = await secretFor(member.newEmail, 'email-change');
  await callOk(visitor, 'POST', '/api/auth/confirm-email', { token: issued.emailToken });
  await callOk(visitor, 'POST', '/api/auth/forgot-password', { email: member.newEmail });
  issued.resetToken = await secretFor(member.newEmail, 'password-reset');
  await callOk(visitor, 'POST', '/api/auth/reset-password', {
    token: issued.resetToken,
    password: typed.newPassword,
  });
  const again = { email: member.newEmail, password: typed.newPassword };
  me = new StudioClient(base, (await visitor.expect(token, 'POST', '/api/auth/signin', again)).token);
  issued.memberToken = me.token;
  await callOk(me, 'GET', '/api/user/export');

  await callOk(admin, 'POST', '/api/admin/staff', { email: staff.staffEmail, role: 'admin' });
  issued.inviteToken = await secretFor(staff.staffEmail, 'staff-invite');
  const joined = await visitor.expect(token, 'POST', '/api/staff/join', {
    token: issued.inviteToken,
    name: staff.staffName,
    password: typed.staffPassword,
  });
  const colleague = new StudioClient(base, joined.token);
  issued.staffToken = joined.token;
  await callOk(colleague, 'GET', `/api/admin/members?search=${encodeURIComponent(member.newEmail)}`);
  await callOk(colleague, 'GET', `/api/admin/members?search=${encodeURIComponent(member.newName)}`);

  await sendWrongRequests();
  await callOk(me, 'DELETE', '/api/user', { password: typed.newPassword });
}

/** Sends requests that fail, because failures are logged. */
async function sendWrongRequests(): Promise<void> {
  const { base } = studio.process;
  const { wrongPassword } = typed;
  const wrong = { email: member.newEmail, password: wrongPassword };
  expect((await visitor.call('POST', '/api/auth/signin', wrong)).status).toBe(401);
  expect(
    (await visitor.call('POST', '/api/staff/session', { ...wrong, email: staff.staffEmail })).status,
  ).toBe(401);
  expect(
    (await visitor.call('POST', '/api/staff/session', { role: 'admin', password: wrongPassword })).status,
  ).toBe(401);
  const taken = { ...wrong, name: member.name, phone: member.phone, email: member.newEmail };
  expect((await visitor.call('POST', '/api/auth/signup', taken)).status).toBe(409);
  const json = { 'content-type': 'application/json' };
  const bad: [string, RequestInit][] = [
    [`/api/${encodeURIComponent(member.email)}`, {}],
    [`/${encodeURIComponent(member.email)}?name=${encodeURIComponent(member.name)}`, {}],
    [`/%zz${member.phone}`, {}],
    ['/api/auth/signin', { method: 'POST', headers: json, body: `{"password": "${wrongPassword}", ` }],
    ['/api/auth/signup', { method: 'POST', headers: json, body: JSON.stringify({ ...taken, phone: 1 }) }],
    ['/api/my-bookings', { headers: { authorization: `Bearer ${issued.memberToken}x`, cookie: 'a=b' } }],
    ['/api/webhooks/stripe', { method: 'POST', headers: json, body: JSON.stringify(taken) }],
    ['/api/classes', { method: 'POST', headers: { 'content-type': member.email }, body: member.name }],
  ];
  for (const [path, init] of bad) {
    const response = await fetch(base + path, init);
    expect([path, response.status >= 400]).toEqual([path, true]);
    expect(response.status, path).toBeLessThan(500);
  }
}

describe('after every feature was used and the account deleted', () => {
  beforeAll(async () => {
    await useEveryFeature();
    await waitFor(
      async () =>
        (
          await studio.query('SELECT 1 FROM member_keys WHERE member_id = $1 AND wrapped_key IS NULL', [
            memberId,
          ])
        ).length > 0 &&
        (await studio.query('SELECT 1 FROM users WHERE id = $1 AND email IS NOT NULL', [memberId])).length ===
          0,
      { what: 'the erasure to be projected' },
    );
  });

  const personal = () => ({ ...member, ...interested, ...staff });
  const readSecrets = () => ({ ...typed, ...configured, ...issued, hash: '$argon2' });

  it('the log contains neither personal data nor secrets', () => {
    const lines = studio.process.printed().split('\n');
    expect(lines.length).toBeGreaterThan(50);
    expect(findLeaks(lines, { ...personal(), ...readSecrets() })).toEqual([]);
  });

  it('events, stream names and metadata contain neither', async () => {
    const events = await studio.queryEvents('SELECT e::text AS row FROM event_store.readable_events e');
    const lines = events.map(({ row }) => String(row));
    expect(lines.length).toBeGreaterThan(20);
    expect(findLeaks(lines, { ...personal(), ...readSecrets() })).toEqual([]);
    const raw = await readEveryRow(studio.queryEvents, () => true);
    expect(findLeaks(raw, { ...personal(), ...readSecrets() })).toEqual([]);
  });

  it('jobs contain neither', async () => {
    const jobs = await readEveryRow(studio.query, (schema) => schema === 'bullmq');
    expect(jobs.length).toBeGreaterThan(5);
    expect(findLeaks(jobs, { ...personal(), ...readSecrets() })).toEqual([]);
  });

  it('no table contains data of the erased member, a password, a token or a key', async () => {
    // The sandbox stands for Stripe and for mailboxes, so it is left out.
    const rows = await readEveryRow(studio.query, (schema) => schema !== 'sandbox');
    expect(rows.length).toBeGreaterThan(100);
    expect(findLeaks(rows, { ...member, ...typed, ...configured, ...issued })).toEqual([]);
  });

  it('the search finds values that are stored in clear or as bytes', async () => {
    const mailbox = await readEveryRow(studio.query, (schema) => schema === 'sandbox');
    const found = findLeaks(mailbox, { email: member.email, resetToken: issued.resetToken ?? '-' });
    expect(found.some((line) => line.startsWith('email in'))).toBe(true);
    expect(found.some((line) => line.startsWith('resetToken in'))).toBe(true);
    const bytes = `x: (\\x${Buffer.from(member.name).toString('hex')})`;
    expect(findLeaks([bytes], { name: member.name })).toHaveLength(1);
  });
});
