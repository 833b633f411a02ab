import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { inviteAnswer, type StaffRole } from '#services/contract/staff.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import {
  assertIssued,
  CredentialStudio,
  createContext,
  pairs,
  tokenAnswer,
  type Use,
} from '../testing/credential-studio.fixture.ts';
import { describeAnswer } from '../testing/describe-answer.fixture.ts';
import { startOtherProcess } from '../testing/other-process.fixture.ts';

let studio: CredentialStudio;
let admin: StudioClient;
beforeAll(async () => {
  studio = await CredentialStudio.start();
  admin = await studio.running.admin();
});
afterAll(() => studio?.running.stop());

interface Account {
  readonly staffId: string;
  readonly email: string;
  readonly client: StudioClient;
}

const invite = async (email: string, role: StaffRole, by = admin) =>
  (await by.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role })).staffId;
const issueInvite = async (staffId: string) =>
  assertIssued(await issueStaffInvite(studio.running.runtime, { staffId }, createContext())).token;
const readInvitation = (token: string) => studio.visitor.call('POST', '/api/staff/invitation', { token });
const join = (token: string) =>
  studio.visitor.call('POST', '/api/staff/join', {
    token,
    name: 'Marina Shore',
    password: 'seaside-terrace',
  });

/** Issues the secret that a worker would mail. */
async function issueStaffReset(email: string): Promise<string> {
  await studio.visitor.call('POST', '/api/staff/password/forgot', { email });
  const emailHash = studio.running.runtime.staffEmailHash(email);
  const requestId = await studio.readId(
    'SELECT id FROM password_reset_requests WHERE email_hash = $1 ORDER BY requested_at DESC LIMIT 1',
    emailHash,
  );
  return assertIssued(
    await issueStaffPasswordReset(studio.running.runtime, { requestId, emailHash }, createContext()),
  ).token;
}
const resetStaff = (token: string) =>
  studio.visitor.call('POST', '/api/staff/password/reset', { token, password: 'driftwood-terrace' });

async function addAdmin(): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const staffId = await invite(email, 'admin');
  const { token } = tokenAnswer.parse((await join(await issueInvite(staffId))).body);
  return { staffId, email, client: new StudioClient(studio.running.base, token) };
}

const staffKinds: Readonly<Record<string, { refusal: string; handOut(account: Account): Promise<Use> }>> = {
  'a session': {
    refusal: '401 UNAUTHENTICATED',
    async handOut({ email }) {
      const body = { email, password: 'seaside-terrace' };
      const { token } = await studio.visitor.expect(tokenAnswer, 'POST', '/api/staff/session', body);
      const session = new StudioClient(studio.running.base, token);
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
    const account = { staffId, email, client: studio.visitor };
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
      const { token } = await studio.visitor.staff('admin');
      return (base = studio.running.base) => new StudioClient(base, token).call('GET', '/api/admin/staff');
    },
  },
  'a session that invites an admin': {
    refusal: '401 UNAUTHENTICATED',
    async handOut() {
      const { token } = await studio.visitor.staff('admin');
      const body = { email: `${randomUUID()}@example.com`, role: 'admin' };
      return (base = studio.running.base) =>
        new StudioClient(base, token).call('POST', '/api/admin/staff', body);
    },
  },
  'an invitation that it sent': {
    refusal: '400 INVALID_INVITE',
    async handOut() {
      const token = await issueInvite(
        await invite(`${randomUUID()}@example.com`, 'admin', await studio.visitor.staff('admin')),
      );
      const body = { token, name: 'Marina Shore', password: 'seaside-terrace' };
      return (base = studio.running.base) => new StudioClient(base).call('POST', '/api/staff/join', body);
    },
  },
  'the page of an invitation that it sent': {
    refusal: '400 INVALID_INVITE',
    async handOut() {
      const token = await issueInvite(
        await invite(`${randomUUID()}@example.com`, 'admin', await studio.visitor.staff('admin')),
      );
      return (base = studio.running.base) =>
        new StudioClient(base).call('POST', '/api/staff/invitation', { token });
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
      admin = await studio.running.admin();
    }
  });

  it.each(Object.entries(sharedKinds))(
    'after a start with another password: %s',
    async (_, { handOut, refusal }) => {
      const use = await handOut();
      const { base, stop } = await startOtherProcess(studio.running, {
        ADMIN_PASSWORD: 'another-harbour-lamp',
      });
      try {
        expect(describeAnswer(await use(base))).toBe(refusal);
      } finally {
        await stop();
      }
    },
  );
});
