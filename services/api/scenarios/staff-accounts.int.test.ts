import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import {
  attemptsAnswer,
  currentStaffAnswer,
  inviteAnswer,
  type StaffRole,
  staffAnswer,
  staffSessionAnswer,
} from '#services/contract/staff.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

let studio: TestStudio;
let visitor: StudioClient;
let admin: StudioClient;
const logged: string[] = [];
beforeAll(async () => {
  const log = { write: (line: string) => logged.push(line) };
  studio = await startOwnStudio({ environment: { LOG_LEVEL: 'info' }, log });
  visitor = new StudioClient(studio.base);
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const password = 'seaside-terrace';

const invite = async (email: string, role: StaffRole, by = admin) =>
  (await by.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role })).staffId;

const contextAt = (now: Date): CommandContext => ({
  now,
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'test' },
});

/** Issues the secret that a worker would mail. */
async function issueToken(staffId: string): Promise<string> {
  const issued = await issueStaffInvite(studio.runtime, { staffId }, contextAt(new Date()));
  if (issued === null) throw new Error('The account was not invited');
  return issued.token;
}

async function join(email: string, role: StaffRole, name = 'Marina Shore') {
  const staffId = await invite(email, role);
  const token = await issueToken(staffId);
  const answer = await visitor.expect(staffSessionAnswer, 'POST', '/api/staff/join', {
    token,
    name,
    password,
  });
  return { staffId, client: new StudioClient(studio.base, answer.token) };
}

const signIn = (email: string, secret = password) =>
  visitor.call('POST', '/api/staff/session', { email, password: secret });
const readSession = (client: StudioClient) => client.expect(currentStaffAnswer, 'GET', '/api/staff/session');
const readAccounts = async () => (await admin.expect(staffAnswer, 'GET', '/api/admin/staff')).staff;
const readAttempts = async () =>
  (await admin.expect(attemptsAnswer, 'GET', '/api/admin/staff/attempts')).attempts;

describe('an invitation', () => {
  it('can be accepted once, with a name and a password, and opens a session of its role', async () => {
    const staffId = await invite('Joins@Example.com', 'instructor');
    const token = await issueToken(staffId);
    const second = await issueToken(staffId);
    expect((await visitor.call('POST', '/api/staff/invitation', { token })).body).toEqual({
      success: true,
      email: 'Joins@Example.com',
      role: 'instructor',
    });
    const form = { name: 'Marina Shore', password };
    const rivals = await Promise.all(
      [token, token, second].map((link) => visitor.call('POST', '/api/staff/join', { ...form, token: link })),
    );
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(rivals.filter(({ status }) => status !== 200).map(refusal)).toEqual(
      Array(2).fill('400 INVALID_INVITE'),
    );
    expect(refusal(await visitor.call('POST', '/api/staff/invitation', { token: second }))).toBe(
      '400 INVALID_INVITE',
    );
    const answer = await signIn('joins@example.COM');
    const { token: session, role, name } = staffSessionAnswer.parse(answer.body);
    expect([role, name]).toEqual(['instructor', 'Marina Shore']);
    const client = new StudioClient(studio.base, session);
    expect(await readSession(client)).toMatchObject({ role, name, staffId, email: 'Joins@Example.com' });
    expect(refusal(await client.call('GET', '/api/admin/staff'))).toBe('403 FORBIDDEN');
    expect(refusal(await admin.call('POST', `/api/admin/staff/${staffId}/invite`))).toBe('409 STAFF_JOINED');
  });

  it('expires after seven days and can be sent again', async () => {
    const staffId = await invite('late@example.com', 'auditor');
    const week = 7 * millisecondsInDay;
    const issue = (now: Date) => issueStaffInvite(studio.runtime, { staffId }, contextAt(now));
    const expired = await issue(new Date(Date.now() - week - 1_000));
    const almostExpired = await issue(new Date(Date.now() - week + 60_000));
    const readInvitation = (token = '') => visitor.call('POST', '/api/staff/invitation', { token });
    expect(refusal(await readInvitation(expired?.token))).toBe('400 INVALID_INVITE');
    expect((await readInvitation(almostExpired?.token)).status).toBe(200);
    expect((await admin.call('POST', `/api/admin/staff/${staffId}/invite`)).status).toBe(200);
  });

  it('reserves its address until the account is removed, also if a member has the same one', async () => {
    const email = 'once@example.com';
    await visitor.signUp(email);
    const rivals = await Promise.all(
      ['once@example.com', 'ONCE@example.com', 'Once@Example.com'].map((typed) =>
        admin.call('POST', '/api/admin/staff', { email: typed, role: 'admin' }),
      ),
    );
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(new Set(rivals.filter(({ status }) => status === 409).map(refusal))).toEqual(
      new Set(['409 STAFF_EMAIL_TAKEN']),
    );
    const { staffId } = inviteAnswer.parse(rivals.find(({ status }) => status === 200)?.body);
    const link = await issueToken(staffId);
    expect((await admin.call('DELETE', `/api/admin/staff/${staffId}`)).status).toBe(200);
    expect(refusal(await visitor.call('POST', '/api/staff/invitation', { token: link }))).toBe(
      '400 INVALID_INVITE',
    );
    expect(await invite(email, 'instructor')).not.toBe(staffId);
    expect((await visitor.call('POST', '/api/auth/signin', { email, password: 'seaside-7' })).status).toBe(
      200,
    );
  });
});

describe('a staff account', () => {
  it('is named as the actor, also after it is removed', async () => {
    const { staffId, client } = await join('names@example.com', 'admin', 'Ada Lane');
    const invited = await invite('by-ada@example.com', 'instructor', client);
    const added = await client.expect(
      z.object({ instructor: z.object({ id: z.number() }) }),
      'POST',
      '/api/admin/instructors',
      { name: 'New Instructor', prenatalSuitable: false },
    );
    const { events } = await studio.runtime.eventStore.readStream(`instructor-${added.instructor.id}`);
    expect(events[0]?.metadata.actor).toEqual({ kind: 'staff', role: 'admin', staffId });
    await admin.call('DELETE', `/api/admin/staff/${staffId}`);
    const known = await readAccounts();
    expect(known.find(({ id }) => id === invited)).toMatchObject({ invitedBy: 'Ada Lane' });
    expect(known.find(({ id }) => id === staffId)).toMatchObject({ name: 'Ada Lane', status: 'removed' });
    // The key stays, because the histories still name the account.
    const { rows } = await studio.runtime.pool.query(
      'SELECT wrapped_key IS NOT NULL AS has_key FROM member_keys WHERE member_id = $1',
      [staffId],
    );
    expect(rows).toEqual([{ has_key: true }]);
  });

  it('loses its sessions when it is removed or given another role', async () => {
    const { staffId, client } = await join('gone@example.com', 'admin');
    const dry = await admin.expect(dryRunAnswer, 'DELETE', `/api/admin/staff/${staffId}?dryRun=true`);
    expect(dry.effects.summary[0]).toContain('Marina Shore can no longer sign in');
    expect((await readSession(client)).role).toBe('admin');

    const change = await admin.call('PUT', `/api/admin/staff/${staffId}/role`, { role: 'instructor' });
    expect(change.status).toBe(200);
    expect(refusal(await client.call('GET', '/api/admin/staff'))).toBe('401 UNAUTHENTICATED');
    const again = staffSessionAnswer.parse((await signIn('gone@example.com')).body);
    expect(again.role).toBe('instructor');

    expect((await admin.call('DELETE', `/api/admin/staff/${staffId}`)).status).toBe(200);
    const there = new StudioClient(studio.base, again.token);
    expect(refusal(await there.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await signIn('gone@example.com'))).toBe('401 WRONG_CREDENTIALS');
    expect(refusal(await admin.call('PUT', `/api/admin/staff/${staffId}/role`, { role: 'admin' }))).toBe(
      '404 STAFF_NOT_FOUND',
    );
    expect(refusal(await admin.call('DELETE', `/api/admin/staff/${randomUUID()}?dryRun=true`))).toBe(
      '404 STAFF_NOT_FOUND',
    );
  });

  it('can neither remove itself nor change its own role', async () => {
    const { staffId, client } = await join('self@example.com', 'admin');
    for (const answer of [
      await client.call('DELETE', `/api/admin/staff/${staffId}?dryRun=true`),
      await client.call('DELETE', `/api/admin/staff/${staffId}`),
      await client.call('PUT', `/api/admin/staff/${staffId}/role`, { role: 'instructor' }),
    ]) {
      expect(refusal(answer)).toBe('409 STAFF_SELF');
    }
    expect((await readSession(client)).role).toBe('admin');
  });

  it('can change its password, which ends its other sessions', async () => {
    const { client } = await join('secret@example.com', 'auditor');
    const other = staffSessionAnswer.parse((await signIn('secret@example.com')).body);
    const change = (currentPassword: string) =>
      client.call('PUT', '/api/staff/password', { currentPassword, newPassword: 'another-terrace' });
    expect(refusal(await change('not-it'))).toBe('400 INVALID_INPUT');
    expect((await change(password)).status).toBe(200);
    expect((await readSession(client)).role).toBe('auditor');
    const elsewhere = new StudioClient(studio.base, other.token);
    expect(refusal(await elsewhere.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await signIn('secret@example.com'))).toBe('401 WRONG_CREDENTIALS');
    expect((await signIn('secret@example.com', 'another-terrace')).status).toBe(200);
    expect(
      refusal(
        await admin.call('PUT', '/api/staff/password', {
          currentPassword: 'admin-sandbox',
          newPassword: 'another-terrace',
        }),
      ),
    ).toBe('403 FORBIDDEN');
  });
});

describe('a forgotten staff password', () => {
  const forgot = (email: string) => visitor.call('POST', '/api/staff/password/forgot', { email });
  const reset = (token: string, secret = 'driftwood-terrace') =>
    visitor.call('POST', '/api/staff/password/reset', { token, password: secret });
  /** Issues the secret that a worker would mail; null where it mails none. */
  async function issueReset(email: string): Promise<string | null> {
    expect(await forgot(email)).toEqual({ status: 200, body: { success: true } });
    const emailHash = studio.runtime.staffEmailHash(email);
    const { rows } = await studio.runtime.pool.query<{ id: string }>(
      `SELECT id FROM password_reset_requests WHERE audience = 'staff' AND email_hash = $1
       ORDER BY requested_at DESC LIMIT 1`,
      [emailHash],
    );
    const request = { requestId: rows[0]?.id ?? '', emailHash };
    return (await issueStaffPasswordReset(studio.runtime, request, contextAt(new Date())))?.token ?? null;
  }
  async function expectReset(email: string): Promise<string> {
    const token = await issueReset(email);
    if (token === null) throw new Error('No link was issued');
    return token;
  }

  it('is replaced by a link that works once, and ends every session', async () => {
    const email = 'forgets@example.com';
    const { client } = await join(email, 'auditor');
    const token = await expectReset('Forgets@Example.com');
    expect((await reset(token)).status).toBe(200);
    expect(refusal(await client.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await signIn(email))).toBe('401 WRONG_CREDENTIALS');
    expect((await signIn(email, 'driftwood-terrace')).status).toBe(200);
    expect(refusal(await reset(token, 'another-terrace'))).toBe('400 INVALID_RESET_LINK');
    const { events } = await studio.runtime.eventStore.readStream(
      `staff-${(await readAccounts()).find((account) => account.email === email)?.id}`,
    );
    expect(events.at(-1)).toMatchObject({
      type: 'StaffPasswordChanged',
      metadata: { actor: { kind: 'staff', role: 'auditor' } },
    });
  });

  it('works for one of ten concurrent uses', async () => {
    await join('races@example.com', 'instructor');
    const token = await expectReset('races@example.com');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(token, `racing-terrace-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('gets no link for an unknown, invited or removed account, nor for a member, and answers the same', async () => {
    await invite('only-invited@example.com', 'auditor');
    const { staffId } = await join('was-removed@example.com', 'auditor');
    await admin.call('DELETE', `/api/admin/staff/${staffId}`);
    await visitor.signUp('only-a-member@example.com');
    for (const name of ['nobody', 'only-invited', 'was-removed', 'only-a-member']) {
      expect(await issueReset(`${name}@example.com`)).toBeNull();
    }
  });

  it('gets at most three links an hour', async () => {
    await join('often@example.com', 'auditor');
    const links: (string | null)[] = [];
    for (let request = 0; request < 4; request += 1) links.push(await issueReset('often@example.com'));
    expect(links.map((link) => link !== null)).toEqual([true, true, true, false]);
  });

  it('expires after an hour, and no link of one form works at the other', async () => {
    const email = 'both@example.com';
    await join(email, 'auditor');
    await visitor.signUp(email);
    const token = await expectReset(email);
    const atMembers = await visitor.call('POST', '/api/auth/reset-password', { token, password: 'kelp-77' });
    expect(refusal(atMembers)).toBe('400 INVALID_RESET_LINK');
    await studio.runtime.pool.query(`UPDATE password_resets SET expires_at = now() - interval '1 second'`);
    expect(refusal(await reset(token))).toBe('400 INVALID_RESET_LINK');

    await visitor.call('POST', '/api/auth/forgot-password', { email });
    const emailHash = studio.runtime.emailHash(email);
    const { rows } = await studio.runtime.pool.query<{ id: string }>(
      `SELECT id FROM password_reset_requests WHERE audience = 'member' AND email_hash = $1`,
      [emailHash],
    );
    const request = { requestId: rows[0]?.id ?? '', emailHash };
    const issued = await issuePasswordReset(studio.runtime, request, contextAt(new Date()));
    expect(refusal(await reset(issued?.token ?? ''))).toBe('400 INVALID_RESET_LINK');
  });

  it('is neither logged nor stored with a name or an address', async () => {
    await join('private@example.com', 'auditor', 'Private Person');
    logged.length = 0;
    const token = await expectReset('private@example.com');
    await reset(token);
    const { rows } = await studio.runtime.pool.query(
      `SELECT to_jsonb(r)::text AS row FROM password_reset_requests r
       UNION ALL SELECT to_jsonb(l)::text FROM password_resets l`,
    );
    expect(logged.join('\n') + JSON.stringify(rows)).not.toMatch(/private@|Private Person/);
    expect(logged.join('\n') + JSON.stringify(rows)).not.toContain(token);
  });
});

it('records every sign-in attempt, and logs it without naming anyone', async () => {
  await join('tries@example.com', 'instructor', 'Tries Often');
  logged.length = 0;
  await signIn('tries@example.com', 'wrong');
  await signIn('nobody-at-all@example.com');
  await visitor.call('POST', '/api/staff/session', { role: 'auditor', password: 'wrong' });
  await signIn('tries@example.com');
  expect(
    (await readAttempts()).slice(0, 4).map(({ door, succeeded, name }) => [door, succeeded, name]),
  ).toEqual([
    ['account', true, 'Tries Often'],
    ['auditor', false, null],
    ['account', false, null],
    ['account', false, 'Tries Often'],
  ]);
  expect(logged.some((line) => line.includes('Staff sign-in failed: wrong password'))).toBe(true);
  expect(logged.join('\n')).not.toMatch(/tries@|nobody-at-all|Tries Often|127\.0\.0\.1|wrong"/);
});
