import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, CommandContext } from '#infra/event-store/types.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { acceptsSharedPasswords } from '#services/commands/staff/accepts-shared-passwords.ts';
import { changeStaffRole } from '#services/commands/staff/change-staff-role.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { removeStaff } from '#services/commands/staff/remove-staff.ts';
import { switchSharedPasswords } from '#services/commands/staff/switch-shared-passwords.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { settingHistoryAnswer } from '#services/contract/settings.ts';
import {
  inviteAnswer,
  openSessionsAnswer,
  type StaffRole,
  staffAnswer,
  staffGateAnswer,
  staffSessionAnswer,
} from '#services/contract/staff.ts';
import { allowSharedPasswords } from '#tools/tasks/support/staff-access.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: TestStudio;
let visitor: StudioClient;
/** An admin with an account, who stays. */
let ada: Account;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
  ada = await addAccount('admin', await studio.admin());
});
afterAll(() => studio?.stop());

interface Account {
  readonly staffId: string;
  readonly client: StudioClient;
}

const describeAnswer = ({ status, body }: Answer) =>
  status < 300 ? 'works' : `${status} ${errorAnswer.parse(body).code}`;
const contextOf = (actor: Actor): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor,
});
const system = () => contextOf({ kind: 'system', name: 'test' });
const by = (staffId: string) => contextOf({ kind: 'staff', role: 'admin', staffId });
const password = 'seaside-terrace-7';

async function issueInvite(staffId: string): Promise<string> {
  const issued = await issueStaffInvite(studio.runtime, { staffId }, system());
  if (issued === null) throw new Error('The account was not invited');
  return issued.token;
}
const invite = async (role: StaffRole, client: StudioClient) =>
  (
    await client.expect(inviteAnswer, 'POST', '/api/admin/staff', {
      email: `${randomUUID()}@example.com`,
      role,
    })
  ).staffId;
async function addAccount(role: StaffRole, inviter = ada.client): Promise<Account> {
  const staffId = await invite(role, inviter);
  const form = { token: await issueInvite(staffId), name: 'Marina Shore', password };
  const { token } = await visitor.expect(staffSessionAnswer, 'POST', '/api/staff/join', form);
  return { staffId, client: new StudioClient(studio.base, token) };
}
const setSharedPasswords = (value: 'on' | 'off', { client } = ada) =>
  client.call('POST', '/api/admin/settings', { key: 'shared_passwords', value });
const signInShared = (role: StaffRole, secret = `${role}-sandbox`) =>
  visitor.call('POST', '/api/staff/session', { role, password: secret });
const readGate = async () =>
  (await visitor.expect(staffGateAnswer, 'GET', '/api/staff/gate')).sharedPasswords;

describe('switching the shared passwords', () => {
  it('is for admins with an account of their own', async () => {
    const shared = await studio.admin();
    expect(describeAnswer(await setSharedPasswords('off', { ...ada, client: shared }))).toBe(
      '409 NAMED_ADMIN_NEEDED',
    );
    expect((await shared.call('GET', '/api/admin/staff')).status).toBe(200);
    expect(describeAnswer(await setSharedPasswords('off', await addAccount('auditor')))).toBe(
      '403 FORBIDDEN',
    );
    expect(await readGate()).toEqual(['admin', 'instructor', 'auditor']);
  });

  it('off refuses every shared password with a sentence, and ends the sessions that they opened', async () => {
    const roles = ['admin', 'instructor', 'auditor'] as const;
    const sessions = await Promise.all(roles.map((role) => visitor.staff(role)));
    for (const session of sessions)
      expect((await session.call('GET', '/api/staff/session')).status).toBe(200);
    expect((await setSharedPasswords('off')).status).toBe(200);
    try {
      for (const session of sessions)
        expect(describeAnswer(await session.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
      for (const role of roles) {
        const [right, wrong] = [await signInShared(role), await signInShared(role, 'a guess')];
        expect(describeAnswer(right)).toBe('403 SHARED_PASSWORDS_OFF');
        expect(describeAnswer(wrong)).toBe('403 SHARED_PASSWORDS_OFF');
        expect(errorAnswer.parse(right.body).error).toBe(
          'The shared passwords are switched off. Please sign in with your own account.',
        );
      }
      expect(await readGate()).toEqual([]);
      const list = await ada.client.expect(openSessionsAnswer, 'GET', '/api/admin/staff/sessions');
      expect(list.sessions.filter(({ name }) => name === null)).toEqual([]);
    } finally {
      expect((await setSharedPasswords('on')).status).toBe(200);
    }
    expect((await signInShared('instructor')).status).toBe(200);
    expect((await sessions[0]?.call('GET', '/api/staff/session'))?.status).toBe(401);
    const { changes } = await ada.client.expect(
      settingHistoryAnswer,
      'GET',
      '/api/admin/settings/shared_passwords/history',
    );
    expect(changes.slice(0, 2)).toMatchObject([
      { by: 'Marina Shore', from: 'off', to: 'on' },
      { by: 'Marina Shore', to: 'off' },
    ]);
  });

  it('off ends a session that a crash left open', async () => {
    const session = await visitor.staff('instructor');
    const change = { value: 'off', description: '' };
    // The command alone, without what the route does to the sessions.
    await switchSharedPasswords(studio.runtime, change, by(ada.staffId));
    try {
      await waitFor(async () => (await readGate()).length === 0, { what: 'the read model to have it' });
      expect(describeAnswer(await session.call('GET', '/api/staff/session'))).toBe('401 UNAUTHENTICATED');
    } finally {
      await setSharedPasswords('on');
    }
  });

  it('on is possible for the operator of the machine', async () => {
    await setSharedPasswords('off');
    expect(await allowSharedPasswords(studio.runtime)).toContain('Done');
    expect(await allowSharedPasswords(studio.runtime)).toContain('already');
    expect((await signInShared('auditor')).status).toBe(200);
    // Until then a session of a shared password ends when it is read.
    await waitFor(async () => (await readGate()).length > 0, { what: 'the read model to have it' });
  });
});

describe('while the shared passwords are off, an admin with an account always stays', () => {
  const isAdmin = async ({ staffId }: Account) => {
    const account = await readStaffById(studio.runtime.pool, staffId);
    return account?.status === 'active' && account.role === 'admin';
  };
  const settle = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  /** Each takes the admin role from the account; anyone may ask for it. */
  const removals = {
    remove: (account: Account, admins: readonly string[], context = system()) =>
      removeStaff(studio.runtime, { staffId: account.staffId, admins, dryRun: false }, context),
    demote: (account: Account, admins: readonly string[], context = system()) =>
      changeStaffRole(studio.runtime, { staffId: account.staffId, role: 'auditor', admins }, context),
  };

  it('because the last one can neither be removed nor given another role', async () => {
    await setSharedPasswords('off');
    try {
      for (const remove of Object.values(removals))
        expect(await settle(remove(ada, [ada.staffId]))).toBe('STAFF_LAST_ADMIN');
      const dryRun = { staffId: ada.staffId, admins: [ada.staffId], dryRun: true };
      expect(await settle(removeStaff(studio.runtime, dryRun, system()))).toBe('STAFF_LAST_ADMIN');
      // What the read model still shows of a former admin does not count.
      const former = await addAccount('admin');
      await removals.demote(former, [ada.staffId]);
      expect(await settle(removals.remove(ada, [ada.staffId, former.staffId]))).toBe('STAFF_LAST_ADMIN');
      expect(await isAdmin(ada)).toBe(true);
    } finally {
      await setSharedPasswords('on');
    }
  });

  it.each(Object.keys(removals) as (keyof typeof removals)[])(
    'of three who %s each other at once',
    async (how) => {
      const admins = [await addAccount('admin'), await addAccount('admin'), await addAccount('admin')];
      const ids = admins.map(({ staffId }) => staffId);
      await setSharedPasswords('off');
      try {
        const results = await Promise.all(
          admins.map((account, index) => settle(removals[how](account, ids, by(ids[(index + 1) % 3] ?? '')))),
        );
        expect(results.toSorted()).toEqual(['STAFF_LAST_ADMIN', 'done', 'done']);
      } finally {
        await setSharedPasswords('on');
      }
    },
  );

  it('when one is removed while they switch the passwords off', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await addAccount('admin');
      const results = await Promise.all([
        settle(removals.remove(account, [account.staffId])),
        settle(switchSharedPasswords(studio.runtime, { value: 'off', description: '' }, by(account.staffId))),
      ]);
      expect([
        ['done', 'NAMED_ADMIN_NEEDED'],
        ['STAFF_LAST_ADMIN', 'done'],
      ]).toContainEqual(results);
      if (!(await acceptsSharedPasswords(studio.runtime))) await setSharedPasswords('on');
    }
  });
});

describe('the list of staff shows an invitation that no longer works', () => {
  const readEnded = async () =>
    (await ada.client.expect(staffAnswer, 'GET', '/api/admin/staff')).staff
      .filter(({ hasEndedInvitation }) => hasEndedInvitation)
      .map(({ id }) => id);
  const readInvitation = async (token: string) =>
    describeAnswer(await visitor.call('POST', '/api/staff/invitation', { token }));

  it('because its inviter was removed, until it is sent again', async () => {
    const bea = await addAccount('admin');
    const invited = await invite('auditor', bea.client);
    const token = await issueInvite(invited);
    expect(await readEnded()).not.toContain(invited);
    await ada.client.call('DELETE', `/api/admin/staff/${bea.staffId}`);
    expect(await readEnded()).toContain(invited);
    expect(await readInvitation(token)).toBe('400 INVALID_INVITE');
    expect((await ada.client.call('POST', `/api/admin/staff/${invited}/invite`)).status).toBe(200);
    expect(await readEnded()).not.toContain(invited);
    expect(await readInvitation(await issueInvite(invited))).toBe('works');
  });

  it('because it has expired, or the shared password that sent it is another one or off', async () => {
    const shared = await studio.admin();
    const [expired, marked, valid] = [
      await invite('auditor', ada.client),
      await invite('auditor', shared),
      await invite('auditor', shared),
    ];
    const token = await issueInvite(marked);
    await issueInvite(valid);
    const { pool } = studio.runtime;
    await pool.query(`UPDATE staff_accounts SET invited_at = now() - interval '7 days' WHERE id = $1`, [
      expired,
    ]);
    await pool.query(`UPDATE staff_invites SET password_mark = 'former' WHERE staff_id = $1`, [marked]);
    expect((await readEnded()).toSorted()).toEqual([expired, marked].toSorted());
    expect(await readInvitation(token)).toBe('400 INVALID_INVITE');
    await setSharedPasswords('off');
    try {
      expect((await readEnded()).toSorted()).toEqual([expired, marked, valid].toSorted());
    } finally {
      await setSharedPasswords('on');
    }
  });
});
