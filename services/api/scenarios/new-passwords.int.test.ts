import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { hashPassword } from '#infra/crypto/passwords.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { changePassword } from '#services/commands/member/change-password.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { changeStaffPassword } from '#services/commands/staff/change-staff-password.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { inviteAnswer } from '#services/contract/staff.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: TestStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const memberPassword = 'seaside-7';
const staffPassword = 'seaside-terrace';
const tokenAnswer = z.object({ token: z.string() });
const createContext = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'test' },
});
const createEmail = () => `${randomUUID()}@example.com`;
function assertIssued<T>(issued: T | null): T {
  if (issued === null) throw new Error('Nothing was issued');
  return issued;
}

async function readRequestId(emailHash: string): Promise<string> {
  const { rows } = await studio.runtime.pool.query(
    'SELECT id FROM password_reset_requests WHERE email_hash = $1',
    [emailHash],
  );
  return z.object({ id: z.string() }).parse(rows[0]).id;
}
async function issueReset(email: string): Promise<string> {
  await visitor.call('POST', '/api/auth/forgot-password', { email });
  const emailHash = studio.runtime.emailHash(email);
  const request = { requestId: await readRequestId(emailHash), emailHash };
  return assertIssued(await issuePasswordReset(studio.runtime, request, createContext())).token;
}
async function invite(email: string) {
  const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', {
    email,
    role: 'auditor',
  });
  return {
    staffId,
    token: assertIssued(await issueStaffInvite(studio.runtime, { staffId }, createContext())).token,
  };
}
async function join(email: string) {
  const { staffId, token } = await invite(email);
  const body = { token, name: 'Marina Shore', password: staffPassword };
  const session = await visitor.expect(tokenAnswer, 'POST', '/api/staff/join', body);
  return { staffId, client: new StudioClient(studio.base, session.token) };
}

type SetPassword = (password: string) => Promise<Answer>;
interface PasswordRoute {
  readonly path: string;
  readonly shortest: number;
  /** A password of exactly the shortest length. */
  readonly accepted: string;
  prepare(email: string): Promise<SetPassword>;
}

/** Every route that sets a password. */
const routes: Readonly<Record<string, PasswordRoute>> = {
  'POST /api/auth/signup': {
    path: 'password',
    shortest: 6,
    accepted: 'kelp-7',
    prepare: async (email) => (password) =>
      visitor.call('POST', '/api/auth/signup', {
        name: 'Test Member',
        email,
        phone: '07700 900123',
        password,
      }),
  },
  'POST /api/auth/reset-password': {
    path: 'password',
    shortest: 6,
    accepted: 'kelp-7',
    async prepare(email) {
      await visitor.signUp(email);
      const token = await issueReset(email);
      return (password) => visitor.call('POST', '/api/auth/reset-password', { token, password });
    },
  },
  'PUT /api/user/password': {
    path: 'newPassword',
    shortest: 6,
    accepted: 'kelp-7',
    async prepare(email) {
      const client = await visitor.signUp(email);
      return (newPassword) =>
        client.call('PUT', '/api/user/password', { currentPassword: memberPassword, newPassword });
    },
  },
  'POST /api/staff/join': {
    path: 'password',
    shortest: 12,
    accepted: 'kelp-and-tar',
    async prepare(email) {
      const { token } = await invite(email);
      return (password) => visitor.call('POST', '/api/staff/join', { token, name: 'Marina Shore', password });
    },
  },
  'POST /api/staff/password/reset': {
    path: 'password',
    shortest: 12,
    accepted: 'kelp-and-tar',
    async prepare(email) {
      await join(email);
      await visitor.call('POST', '/api/staff/password/forgot', { email });
      const emailHash = studio.runtime.staffEmailHash(email);
      const request = { requestId: await readRequestId(emailHash), emailHash };
      const { token } = assertIssued(await issueStaffPasswordReset(studio.runtime, request, createContext()));
      return (password) => visitor.call('POST', '/api/staff/password/reset', { token, password });
    },
  },
  'PUT /api/staff/password': {
    path: 'newPassword',
    shortest: 12,
    accepted: 'kelp-and-tar',
    async prepare(email) {
      const { client } = await join(email);
      return (newPassword) =>
        client.call('PUT', '/api/staff/password', { currentPassword: staffPassword, newPassword });
    },
  },
};

it.each(Object.entries(routes))('%s refuses a short, a common and an own one, by field', async (_, route) => {
  const email = createEmail();
  const set = await route.prepare(email);
  for (const [password, sentence] of [
    [route.accepted.slice(0, -1), `at least ${route.shortest} characters`],
    ['qwerty123456', 'easy to guess'],
    ['QWERTY123456', 'easy to guess'],
    [email.toUpperCase(), 'not your email'],
    [studio.runtime.config.studio.name.padEnd(route.shortest, '.'), 'not your email'],
  ] as const) {
    const { status, body } = await set(password);
    const { code, issues } = errorAnswer.parse(body);
    expect([status, code, issues?.map(({ path }) => path)]).toEqual([400, 'INVALID_INPUT', [route.path]]);
    expect(issues?.[0]?.message).toContain(sentence);
  }
  // What was refused has used up no link and ended no session.
  expect((await set(route.accepted)).status).toBe(200);
});

it('still signs in a member and an account whose passwords are from before these rules', async () => {
  const email = createEmail();
  await visitor.signUp(email);
  const { rows } = await studio.runtime.pool.query('SELECT id FROM users WHERE email = $1', [email]);
  const { id: memberId } = z.object({ id: z.string() }).parse(rows[0]);
  const passwordHash = await hashPassword('123456');
  await changePassword(studio.runtime, { memberId, passwordHash, epoch: 1 }, createContext());
  const staffEmail = createEmail();
  const { staffId } = await join(staffEmail);
  await changeStaffPassword(studio.runtime, { staffId, passwordHash, epoch: 1 }, createContext());
  for (const [path, body] of [
    ['/api/auth/signin', { email, password: '123456' }],
    ['/api/staff/session', { email: staffEmail, password: '123456' }],
  ] as const) {
    // The read models follow the changed passwords.
    await waitFor(async () => (await visitor.call('POST', path, body)).status === 200);
  }
});
