import { randomUUID } from 'node:crypto';
import { inviteStaff } from '#services/commands/staff/invite-staff.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { joinStaff } from '#services/commands/staff/join-staff.ts';
import { sendStaffInvite } from '#workers/jobs/send-staff-invite/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { listLinks, password, sessionsEndFirst } from './account-state.ts';
import { readLastEvent } from './steps.ts';

/** Invites a member of staff and returns the id. */
async function invite(cell: Cell, role: 'admin' | 'instructor' = 'instructor'): Promise<string> {
  const { surviving } = cell.studio;
  const email = cell.email('staff');
  cell.streams.add(`staffemail-${surviving.staffEmailHash(email)}`);
  const { staffId, position } = await inviteStaff(
    surviving,
    { staffId: randomUUID(), role, email, inviter: null },
    cell.context(),
  );
  await cell.studio.waitForReadModels(position);
  return staffId;
}

async function issueInviteToken(cell: Cell, staffId: string): Promise<string> {
  const issued = await issueStaffInvite(cell.studio.surviving, { staffId }, cell.context());
  if (issued === null) throw new Error('The invitation was not issued');
  return issued.token;
}

/** Adds a member of staff with a session, as one of the cell's members. */
export async function addStaff(cell: Cell, role: 'admin' | 'instructor' = 'instructor'): Promise<CellMember> {
  const id = await invite(cell, role);
  const token = await issueInviteToken(cell, id);
  const { passwordHash } = cell.shared;
  const { position } = await joinStaff(
    cell.studio.surviving,
    { token, name: `Marina ${cell.tag}`, passwordHash },
    cell.context(),
  );
  await cell.studio.waitForReadModels(position);
  const session = await cell.studio.signIn({ kind: 'staff', role, staffId: id });
  const person = { id, email: cell.email('staff'), token: session };
  cell.members.push(person);
  return person;
}

const sharedSetting = {
  lines: /^[-+] setting: /,
  reason: 'the stream of the setting is one for the whole studio',
};

/** Commands and jobs about the staff's accounts. */
export const staffScenarios: readonly Scenario[] = [
  {
    covers: ['staff/invite-staff'],
    readExtraState: listLinks('staff_invites'),
    acceptedDifferences: [
      {
        lines: /^[-+] staffemail: StaffEmailClaimed$/,
        reason: 'the address is claimed without an account; the next invitation takes the claim over',
      },
    ],
    async prepare(cell) {
      const email = cell.email('staff');
      cell.streams.add(`staffemail-${cell.studio.surviving.staffEmailHash(email)}`);
      return () =>
        cell.requestOrRefusal(cell.shared.admin, 'POST', '/api/admin/staff', { email, role: 'instructor' });
    },
  },
  {
    covers: ['staff/invite-staff-again'],
    repeatReason: 'two more links, all valid',
    readExtraState: listLinks('staff_invites'),
    async prepare(cell) {
      const id = await invite(cell);
      return () => cell.request(cell.shared.admin, 'POST', `/api/admin/staff/${id}/invite`);
    },
  },
  {
    covers: ['job send-staff-invite', 'staff/issue-staff-invite', 'staff/accepts-shared-passwords'],
    readExtraState: listLinks('staff_invites'),
    async prepare(cell) {
      const staffId = await invite(cell);
      const account = await readLastEvent(cell, `staff-${staffId}`, 'StaffInvited');
      return () => cell.runJob(sendStaffInvite, { eventId: account.id, staffId }, account.id);
    },
  },
  {
    covers: ['staff/join-staff', 'staff/holds-invitation'],
    async prepare(cell) {
      const token = await issueInviteToken(cell, await invite(cell));
      const body = { token, name: `Marina ${cell.tag}`, password: 'seaside-terrace' };
      return () => cell.requestOrRefusal(null, 'POST', '/api/staff/join', body);
    },
  },
  {
    covers: ['staff/change-staff-role', 'staff/has-staff-role', 'staff/get-staff-id'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { id } = await addStaff(cell);
      return () => cell.request(cell.shared.admin, 'PUT', `/api/admin/staff/${id}/role`, { role: 'auditor' });
    },
  },
  {
    covers: ['staff/change-staff-password'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { id, token } = await addStaff(cell);
      await cell.studio.signIn({ kind: 'staff', role: 'instructor', staffId: id });
      const body = { currentPassword: password, newPassword: 'seaside-terrace' };
      return () => cell.requestOrRefusal(token, 'PUT', '/api/staff/password', body);
    },
  },
  {
    // A release without the removal that follows does not count as one: repeating the removal ends it.
    covers: ['staff/change-released-account', 'staff/decide-shared-passwords'],
    acceptedDifferences: [sessionsEndFirst, sharedSetting],
    async prepare(cell) {
      const { id } = await addStaff(cell, 'admin');
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/staff/${id}`);
    },
  },
  {
    covers: ['staff/switch-shared-passwords'],
    acceptedDifferences: [sharedSetting],
    async prepare(cell) {
      const { token } = await addStaff(cell, 'admin');
      // Off would end the sessions of the other scenarios.
      const body = { key: 'shared_passwords', value: 'on', description: cell.tag };
      return () => cell.request(token, 'POST', '/api/admin/settings', body);
    },
  },
  {
    covers: ['staff/remove-staff'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { id } = await addStaff(cell);
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/staff/${id}`);
    },
  },
];
