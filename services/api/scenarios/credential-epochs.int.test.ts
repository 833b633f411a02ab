import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { readOpenEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { issueEmailChange } from '#services/commands/email-change/issue-email-change.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { issueSignInCode } from '#services/commands/member/issue-sign-in-code.ts';
import { signOutEverywhere } from '#services/commands/member/sign-out-everywhere.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { calendarFeedAnswer, calendarLinkAnswer } from '#services/contract/calendar.ts';
import { inviteAnswer, type StaffRole } from '#services/contract/staff.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { describeAnswer } from '../testing/describe-answer.fixture.ts';
import { startOtherProcess } from '../testing/other-process.fixture.ts';
import { PasskeyDevice } from '../testing/passkey-device.fixture.ts';

let studio: TestStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const password = 'seaside-7';
const newPassword = 'driftwood-8';
const tokenAnswer = z.object({ token: z.string() });
const userAnswer = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

const createContext = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'test' },
});
async function readId(sql: string, value: string): Promise<string> {
  const { rows } = await studio.runtime.pool.query<{ id: string }>(sql, [value]);
  return z.object({ id: z.string() }).parse(rows[0]).id;
}
function assertIssued<T>(issued: T | null | undefined): T {
  if (issued === null || issued === undefined) throw new Error('Nothing was issued');
  return issued;
}

interface Member {
  readonly email: string;
  readonly memberId: string;
  /** The session of the sign-up. */
  readonly client: StudioClient;
}

async function addMember(): Promise<Member> {
  const email = `${randomUUID()}@example.com`;
  const client = await visitor.signUp(email);
  const { user } = await client.expect(userAnswer, 'GET', '/api/auth/user');
  return { email, memberId: user.id, client };
}
async function openSession(email: string, secret = password): Promise<StudioClient> {
  const body = { email, password: secret };
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', body);
  return new StudioClient(studio.base, token);
}
/** Issues the secret that a worker would mail. */
async function issueReset({ email }: { email: string }): Promise<string> {
  await visitor.call('POST', '/api/auth/forgot-password', { email });
  const emailHash = studio.runtime.emailHash(email);
  const requestId = await readId(
    'SELECT id FROM password_reset_requests WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
    emailHash,
  );
  return assertIssued(await issuePasswordReset(studio.runtime, { requestId, emailHash }, createContext()))
    .token;
}
/** Issues the code that a worker would mail, and its link. */
async function issueCode(email: string) {
  await visitor.call('POST', '/api/auth/email-code', { email });
  const emailHash = studio.runtime.emailHash(email);
  const requestId = await readId(
    'SELECT id FROM sign_in_codes WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
    emailHash,
  );
  return assertIssued(await issueSignInCode(studio.runtime, { requestId, emailHash }, createContext()));
}
/** Requests another address and issues the secrets that a worker would mail to both. */
async function issueChange({ client, memberId }: Member, newEmail = `${randomUUID()}@example.com`) {
  const answer = await client.call('POST', '/api/user/email', { newEmail, currentPassword: password });
  expect(answer.status).toBe(200);
  const id = await readId(
    'SELECT id FROM email_changes WHERE member_id = $1 ORDER BY requested_at DESC LIMIT 1',
    memberId,
  );
  const change = assertIssued(await readOpenEmailChange(studio.runtime.pool, id));
  const { toCurrent, toNew } = assertIssued(await issueEmailChange(studio.runtime, change, createContext()));
  if (toNew?.kind !== 'link') throw new Error('No link was issued');
  return { newEmail, confirm: toNew.token, cancel: toCurrent.token };
}
const reset = (token: string) =>
  visitor.call('POST', '/api/auth/reset-password', { token, password: newPassword });
const confirm = (token: string, client = visitor) =>
  client.call('POST', '/api/auth/confirm-email', { token });
const cancel = (token: string) => visitor.call('POST', '/api/auth/cancel-email-change', { token });
const makeFeed = async (client: StudioClient) =>
  new URL((await client.expect(calendarLinkAnswer, 'POST', '/api/user/calendar-feed')).url).pathname;
const readUser = (client: StudioClient) => client.call('GET', '/api/auth/user');

type Use = () => Promise<Answer>;

/** Everything that is handed out to a member and holds without a password: each hands one out and returns its use. */
const memberKinds: Readonly<Record<string, { refusal: string; handOut(member: Member): Promise<Use> }>> = {
  'a session': {
    refusal: '401 UNAUTHENTICATED',
    async handOut({ email }) {
      const session = await openSession(email);
      await readUser(session);
      return () => readUser(session);
    },
  },
  'a reset link': {
    refusal: '400 INVALID_RESET_LINK',
    async handOut(member) {
      const token = await issueReset(member);
      return () => reset(token);
    },
  },
  'a passkey': {
    refusal: '400 INVALID_PASSKEY',
    async handOut({ client }) {
      const device = new PasskeyDevice(studio.base);
      expect((await device.addTo(client)).status).toBe(200);
      return () => device.signIn(visitor);
    },
  },
  'a code to sign in with': {
    refusal: '400 INVALID_SIGN_IN_CODE',
    async handOut({ email }) {
      const { code } = await issueCode(email);
      return () => visitor.call('POST', '/api/auth/email-code/verify', { email, code });
    },
  },
  'a link to sign in with': {
    refusal: '400 INVALID_SIGN_IN_LINK',
    async handOut({ email }) {
      const { token } = await issueCode(email);
      return () => visitor.call('POST', '/api/auth/email-code/verify', { token });
    },
  },
  'a link that confirms an address': {
    refusal: '400 INVALID_EMAIL_LINK',
    async handOut(member) {
      const { confirm: token } = await issueChange(member);
      return () => confirm(token);
    },
  },
  'a link that cancels a change of address': {
    refusal: '400 INVALID_CANCEL_LINK',
    async handOut(member) {
      const { cancel: token } = await issueChange(member);
      return () => cancel(token);
    },
  },
  'a calendar feed': {
    refusal: '404 NOT_FOUND',
    async handOut({ client }) {
      const path = await makeFeed(client);
      return async () => {
        const { status, body } = await visitor.call('GET', path);
        return { status, body };
      };
    },
  },
  // It only ends emails, so it stays.
  'an unsubscribe link': {
    refusal: 'works',
    async handOut({ memberId }) {
      const token = studio.runtime.unsubscribeTokens.make(memberId);
      return () => visitor.call('POST', '/api/newsletter/unsubscribe', { token });
    },
  },
};

const memberEvents: Readonly<Record<string, (member: Member) => Promise<Answer>>> = {
  'a new password': ({ client }) =>
    client.call('PUT', '/api/user/password', { currentPassword: password, newPassword }),
  'a reset password': async (member) => reset(await issueReset(member)),
  'another address': async (member) => confirm((await issueChange(member)).confirm),
  'a cancelled change of address': async (member) => cancel((await issueChange(member)).cancel),
  'a sign-out everywhere': ({ client }) => client.call('POST', '/api/auth/signout-everywhere'),
  'an erasure': ({ client }) => client.call('DELETE', '/api/user', { password }),
};

const pairs = (events: object, kinds: object) =>
  Object.keys(events).flatMap((event) => Object.keys(kinds).map((kind) => [event, kind] as const));

describe('what is handed out to a member holds for one credential epoch', () => {
  it.each(Object.entries(memberKinds))('%s works until then', async (_, { handOut }) => {
    const use = await handOut(await addMember());
    expect((await use()).status).toBe(200);
  });

  it.each(pairs(memberEvents, memberKinds))('after %s: %s', async (event, kind) => {
    const { handOut, refusal } = assertIssued(memberKinds[kind]);
    const member = await addMember();
    const use = await handOut(member);
    expect((await assertIssued(memberEvents[event])(member)).status).toBe(200);
    expect(describeAnswer(await use())).toBe(refusal);
  });
});

interface Account {
  readonly staffId: string;
  readonly email: string;
  readonly client: StudioClient;
}

const invite = async (email: string, role: StaffRole, by = admin) =>
  (await by.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role })).staffId;
const issueInvite = async (staffId: string) =>
  assertIssued(await issueStaffInvite(studio.runtime, { staffId }, createContext())).token;
const readInvitation = (token: string) => visitor.call('POST', '/api/staff/invitation', { token });
const join = (token: string) =>
  visitor.call('POST', '/api/staff/join', { token, name: 'Marina Shore', password: 'seaside-terrace' });

/** Issues the secret that a worker would mail. */
async function issueStaffReset(email: string): Promise<string> {
  await visitor.call('POST', '/api/staff/password/forgot', { email });
  const emailHash = studio.runtime.staffEmailHash(email);
  const requestId = await readId(
    'SELECT id FROM password_reset_requests WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
    emailHash,
  );
  return assertIssued(
    await issueStaffPasswordReset(studio.runtime, { requestId, emailHash }, createContext()),
  ).token;
}
const resetStaff = (token: string) =>
  visitor.call('POST', '/api/staff/password/reset', { token, password: 'driftwood-terrace' });

async function addAdmin(): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const staffId = await invite(email, 'admin');
  const { token } = tokenAnswer.parse((await join(await issueInvite(staffId))).body);
  return { staffId, email, client: new StudioClient(studio.base, token) };
}

const staffKinds: Readonly<Record<string, { refusal: string; handOut(account: Account): Promise<Use> }>> = {
  'a session': {
    refusal: '401 UNAUTHENTICATED',
    async handOut({ email }) {
      const body = { email, password: 'seaside-terrace' };
      const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/staff/session', body);
      const session = new StudioClient(studio.base, token);
      return () => session.call('GET', '/api/staff/session');
    },
  },
  'a reset link': {
    refusal: '400 INVALID_RESET_LINK',
    async handOut({ email }) {
      const token = await issueStaffReset(email);
      return () => resetStaff(token);
    },
  },
  'an invitation that the account sent': {
    refusal: '400 INVALID_INVITE',
    async handOut({ client }) {
      const token = await issueInvite(await invite(`${randomUUID()}@example.com`, 'admin', client));
      return () => join(token);
    },
  },
  'the page of an invitation that the account sent': {
    refusal: '400 INVALID_INVITE',
    async handOut({ client }) {
      const token = await issueInvite(await invite(`${randomUUID()}@example.com`, 'admin', client));
      return () => readInvitation(token);
    },
  },
};

const staffEvents: Readonly<Record<string, (account: Account) => Promise<Answer>>> = {
  'a new password': ({ client }) =>
    client.call('PUT', '/api/staff/password', {
      currentPassword: 'seaside-terrace',
      newPassword: 'another-terrace',
    }),
  'a reset password': async ({ email }) => resetStaff(await issueStaffReset(email)),
  'another role': ({ staffId }) =>
    admin.call('PUT', `/api/admin/staff/${staffId}/role`, { role: 'instructor' }),
  'a removal': ({ staffId }) => admin.call('DELETE', `/api/admin/staff/${staffId}`),
};

describe('what is handed out to staff holds for one credential epoch', () => {
  it.each(Object.entries(staffKinds))('%s works until then', async (_, { handOut }) => {
    const use = await handOut(await addAdmin());
    expect((await use()).status).toBe(200);
  });

  it.each(pairs(staffEvents, staffKinds))('after %s: %s', async (event, kind) => {
    const { handOut, refusal } = assertIssued(staffKinds[kind]);
    const account = await addAdmin();
    const use = await handOut(account);
    expect((await assertIssued(staffEvents[event])(account)).status).toBe(200);
    expect(describeAnswer(await use())).toBe(refusal);
  });

  it.each(['another role', 'a removal'])('after %s of the invited account: its invitation', async (event) => {
    const email = `${randomUUID()}@example.com`;
    const staffId = await invite(email, 'auditor');
    const token = await issueInvite(staffId);
    const account = { staffId, email, client: visitor };
    expect((await assertIssued(staffEvents[event])(account)).status).toBe(200);
    expect(describeAnswer(await readInvitation(token))).toBe('400 INVALID_INVITE');
    expect(describeAnswer(await join(token))).toBe('400 INVALID_INVITE');
    if (event === 'another role') expect((await join(await issueInvite(staffId))).status).toBe(200);
  });
});

/** What an admin hands out or holds who came in by the shared password; each returns its use, at any process. */
const sharedKinds: Readonly<
  Record<string, { refusal: string; handOut(): Promise<(base?: string) => Promise<Answer>> }>
> = {
  'a session': {
    refusal: '401 UNAUTHENTICATED',
    async handOut() {
      const { token } = await visitor.staff('admin');
      return (base = studio.base) => new StudioClient(base, token).call('GET', '/api/admin/staff');
    },
  },
  'a session that invites an admin': {
    refusal: '401 UNAUTHENTICATED',
    async handOut() {
      const { token } = await visitor.staff('admin');
      const body = { email: `${randomUUID()}@example.com`, role: 'admin' };
      return (base = studio.base) => new StudioClient(base, token).call('POST', '/api/admin/staff', body);
    },
  },
  'an invitation that it sent': {
    refusal: '400 INVALID_INVITE',
    async handOut() {
      const token = await issueInvite(
        await invite(`${randomUUID()}@example.com`, 'admin', await visitor.staff('admin')),
      );
      const body = { token, name: 'Marina Shore', password: 'seaside-terrace' };
      return (base = studio.base) => new StudioClient(base).call('POST', '/api/staff/join', body);
    },
  },
  'the page of an invitation that it sent': {
    refusal: '400 INVALID_INVITE',
    async handOut() {
      const token = await issueInvite(
        await invite(`${randomUUID()}@example.com`, 'admin', await visitor.staff('admin')),
      );
      return (base = studio.base) => new StudioClient(base).call('POST', '/api/staff/invitation', { token });
    },
  },
};

describe('what is handed out by a shared password holds for that password, while it is switched on', () => {
  const setting = (value: 'on' | 'off') => ({ key: 'shared_passwords', value });

  it.each(Object.entries(sharedKinds))('%s works until then', async (_, { handOut }) => {
    const use = await handOut();
    expect((await use()).status).toBe(200);
  });

  it.each(Object.entries(sharedKinds))('after a switch-off: %s', async (_, { handOut, refusal }) => {
    const { client } = await addAdmin();
    const use = await handOut();
    expect((await client.call('POST', '/api/admin/settings', setting('off'))).status).toBe(200);
    try {
      expect(describeAnswer(await use())).toBe(refusal);
    } finally {
      expect((await client.call('POST', '/api/admin/settings', setting('on'))).status).toBe(200);
      admin = await studio.admin();
    }
  });

  it.each(Object.entries(sharedKinds))(
    'after a start with another password: %s',
    async (_, { handOut, refusal }) => {
      const use = await handOut();
      const { base, stop } = await startOtherProcess(studio, { ADMIN_PASSWORD: 'another-harbour-lamp' });
      try {
        expect(describeAnswer(await use(base))).toBe(refusal);
      } finally {
        await stop();
      }
    },
  );
});

describe('a takeover', () => {
  it('fails when the thief confirms another address after the owner recovered the account', async () => {
    const owner = await addMember();
    const thief = await openSession(owner.email);
    const link = await issueChange({ ...owner, client: thief }, `${randomUUID()}@thief.example`);
    expect((await reset(await issueReset(owner))).status).toBe(200);
    const again = await openSession(owner.email, newPassword);
    expect((await again.call('POST', '/api/auth/signout-everywhere')).status).toBe(200);
    const recovered = await openSession(owner.email, newPassword);
    expect(describeAnswer(await confirm(link.confirm, thief))).toBe('400 INVALID_EMAIL_LINK');
    const { user } = await recovered.expect(userAnswer, 'GET', '/api/auth/user');
    expect(user.email).toBe(owner.email);
    expect((await visitor.call('POST', '/api/auth/signin', { email: link.newEmail, password })).status).toBe(
      401,
    );
    // The address is free for someone else.
    await visitor.signUp(link.newEmail);
  });

  it('fails with a reset link that waits in the mailbox of the former address', async () => {
    const member = await addMember();
    const inOldMailbox = await issueReset(member);
    const { newEmail, confirm: token } = await issueChange(member);
    expect((await confirm(token)).status).toBe(200);
    expect(describeAnswer(await reset(inOldMailbox))).toBe('400 INVALID_RESET_LINK');
    expect((await openSession(newEmail)).token).not.toBe('');
  });

  it('leaves no calendar feed behind, and the owner sees that there is none', async () => {
    const owner = await addMember();
    const thief = await openSession(owner.email);
    const feed = await makeFeed(thief);
    expect((await reset(await issueReset(owner))).status).toBe(200);
    expect((await visitor.call('GET', feed)).status).toBe(404);
    const recovered = await openSession(owner.email, newPassword);
    expect(await recovered.expect(calendarFeedAnswer, 'GET', '/api/user/calendar-feed')).toMatchObject({
      since: null,
    });
    expect((await visitor.call('GET', await makeFeed(recovered))).status).toBe(200);
  });
});

describe('the link that cancels a change of address', () => {
  it('cancels it without a session, can be repeated, and leaves the password to the reset form', async () => {
    const member = await addMember();
    const link = await issueChange(member);
    expect((await cancel(link.cancel)).status).toBe(200);
    expect(describeAnswer(await confirm(link.confirm))).toBe('400 INVALID_EMAIL_LINK');
    expect((await readUser(member.client)).status).toBe(401);
    const later = await openSession(member.email);
    expect((await cancel(link.cancel)).status).toBe(200);
    expect((await readUser(later)).status).toBe(200);
    expect((await reset(await issueReset(member))).status).toBe(200);
  });

  it('is refused once the address has changed, expired or was never issued, and ends no session', async () => {
    const member = await addMember();
    const link = await issueChange(member);
    const { pool } = studio.runtime;
    const age = (days: number) =>
      pool.query(
        `UPDATE email_changes SET requested_at = requested_at - make_interval(days => $2) WHERE member_id = $1`,
        [member.memberId, days],
      );
    await age(7);
    expect(describeAnswer(await cancel(link.cancel))).toBe('400 INVALID_CANCEL_LINK');
    await age(-7);
    expect((await confirm(link.confirm, member.client)).status).toBe(200);
    expect(describeAnswer(await cancel(link.cancel))).toBe('400 INVALID_CANCEL_LINK');
    expect(describeAnswer(await cancel('invented'))).toBe('400 INVALID_CANCEL_LINK');
    expect((await readUser(member.client)).status).toBe(200);
  });
});

describe('a session', () => {
  it('outlives the change of password or address that it made, and can hand out again', async () => {
    const { client, ...member } = await addMember();
    const link = await issueChange({ client, ...member });
    expect((await confirm(link.confirm, client)).status).toBe(200);
    expect((await visitor.call('GET', await makeFeed(client))).status).toBe(200);
    const change = { currentPassword: password, newPassword };
    expect((await client.call('PUT', '/api/user/password', change)).status).toBe(200);
    expect((await visitor.call('GET', await makeFeed(client))).status).toBe(200);
  });

  it('ends with the epoch even if a crash left its row', async () => {
    const { email, memberId } = await addMember();
    const session = await openSession(email);
    // The command alone, without what the route does to the sessions.
    await signOutEverywhere(studio.runtime, { memberId, epoch: 1 }, createContext());
    await waitFor(
      async () => {
        const { rows } = await studio.runtime.pool.query(
          'SELECT 1 FROM users WHERE id = $1 AND credential_epoch = 2',
          [memberId],
        );
        return rows.length === 1;
      },
      { what: 'the read model to have the epoch' },
    );
    expect((await readUser(session)).status).toBe(401);
    expect(
      await readId(`SELECT sid AS id FROM sessions WHERE sess ->> 'memberId' = $1`, memberId),
    ).toBeTruthy();
  });

  it('makes one of two concurrent changes of the password', async () => {
    const { email, client } = await addMember();
    const other = await openSession(email);
    const answers = await Promise.all(
      [client, other].map((each, index) =>
        each.call('PUT', '/api/user/password', {
          currentPassword: password,
          newPassword: `driftwood-${index}`,
        }),
      ),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await openSession(email, `driftwood-${winners[0]}`)).token).not.toBe('');
  });
});
