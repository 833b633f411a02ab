import { createHash, randomUUID } from 'node:crypto';
import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import { confirmEmailChange, keepEmailChangeToken } from '#infra/postgres/tables/email-changes.ts';
import { makeResetToken } from '#infra/postgres/tables/password-resets.ts';
import { deriveLinkToken } from '#services/commands/email-change/derive-link-token.ts';
import { requestEmailChange } from '#services/commands/email-change/request-email-change.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { requestPasswordReset } from '#services/commands/member/request-password-reset.ts';
import { inviteStaff } from '#services/commands/staff/invite-staff.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { joinStaff } from '#services/commands/staff/join-staff.ts';
import { finishEmailChange } from '#workers/jobs/finish-email-change/definition.ts';
import { finishErasure } from '#workers/jobs/finish-erasure/definition.ts';
import { sendEmailChange } from '#workers/jobs/send-email-change/definition.ts';
import { sendPasswordReset } from '#workers/jobs/send-password-reset/definition.ts';
import { sendStaffInvite } from '#workers/jobs/send-staff-invite/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, join, lastEvent, subscribe } from './steps.ts';

const password = 'seaside-7';
const health = {
  onMedication: true,
  medicationDetails: 'A little',
  hasInjuries: false,
  injuryDetails: '',
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  painfulMovementDetails: '',
  okWithHandsOnCorrections: true,
};
const sameAgain = 'the same is written down once more, and changes nothing';
const sessionsFirst = {
  lines: /^- sessions: [1-9] of \w+$|^\+ sessions: \d of \w+$/,
  because: 'sessions end before what ends them: signed out, with everything else as it was',
};
/** One that is asked again before the read model shows the new password, which lets the old one through. */
const passwordAgain = {
  lines:
    /^- (member|staff): .*PasswordChanged$|^\+ (member|staff): .*PasswordChanged; (Staff)?PasswordChanged$/,
  because: 'the same new password is set once more',
};
const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** Says of each link that was sent whether it opens anything: a table keeps the hash of its secret. */
const linksOpen =
  (table: 'email_changes' | 'password_resets' | 'staff_invites'): NonNullable<Scenario['look']> =>
  async ({ studio, tag }) => {
    const { rows } = await studio.lasting.pool.query<{ kind: string; text: string }>(
      `SELECT kind, body_text AS text FROM sandbox.outbox WHERE recipient LIKE '%' || $1 || '%' AND body_text LIKE '%token=%'`,
      [tag],
    );
    const lines = rows.map(async ({ kind, text }) => {
      const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
      const found = await studio.lasting.pool.query(`SELECT 1 FROM ${table} WHERE token_hash = $1`, [
        sha256(token),
      ]);
      return `the link of ${kind} ${found.rowCount === 1 ? 'opens' : 'opens nothing'}`;
    });
    return (await Promise.all(lines)).toSorted();
  };

const idOf = z.object({ id: z.string() });
async function onlyId(cell: Cell, sql: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await cell.studio.lasting.pool.query(sql, [...values]);
  return idOf.parse(rows[0]).id;
}

/** A wish for another address; its id. */
async function wish(cell: Cell, { id, email }: CellMember): Promise<string> {
  const to = cell.email('new');
  cell.streams.add(`email-${cell.studio.lasting.emailHash(to)}`);
  await requestEmailChange(cell.studio.lasting, { memberId: id, from: email, to }, cell.context());
  return onlyId(cell, 'SELECT id FROM email_changes WHERE member_id = $1', [id]);
}

/** The secret of its link, as the email has it. */
async function linkOf(cell: Cell, id: string, memberId: string): Promise<string> {
  const { memberKeys, pool } = cell.studio.lasting;
  const token = await deriveLinkToken(memberKeys, { id, memberId });
  if (token === null) throw new Error('No link');
  await keepEmailChangeToken(pool, id, token);
  return token;
}

/** A request for a reset link; its id. */
async function forgot(cell: Cell, { email }: CellMember): Promise<string> {
  const { lasting } = cell.studio;
  await requestPasswordReset(lasting, email, cell.context());
  return onlyId(cell, 'SELECT id FROM password_reset_requests WHERE email_hash = $1', [
    lasting.emailHash(email),
  ]);
}

/** Someone who was invited to the staff; the id. */
async function invite(cell: Cell): Promise<string> {
  const { lasting } = cell.studio;
  const email = cell.email('staff');
  cell.streams.add(`staffemail-${lasting.staffEmailHash(email)}`);
  const { staffId, position } = await inviteStaff(
    lasting,
    { staffId: randomUUID(), role: 'instructor', email },
    cell.context(),
  );
  await cell.studio.shown(position);
  return staffId;
}

async function invitation(cell: Cell, staffId: string): Promise<string> {
  const issued = await issueStaffInvite(cell.studio.lasting, { staffId }, cell.context());
  if (issued === null) throw new Error('No invitation');
  return issued.token;
}

/** One of the staff with a session; counted among the cell's people. */
async function staff(cell: Cell): Promise<CellMember> {
  const id = await invite(cell);
  const token = await invitation(cell, id);
  const { passwordHash } = cell.shared;
  const { position } = await joinStaff(
    cell.studio.lasting,
    { token, name: `Marina ${cell.tag}`, passwordHash },
    cell.context(),
  );
  await cell.studio.shown(position);
  const session = await cell.studio.signIn({ kind: 'staff', role: 'instructor', staffId: id });
  const person = { id, email: cell.email('staff'), token: session };
  cell.members.push(person);
  return person;
}

/** A member with a class to come, a place in a line and the newsletter. */
async function settledMember(cell: Cell): Promise<CellMember> {
  const ann = await cell.member('ann', 3, { newsletter: true });
  const bea = await cell.member('bea', 1);
  const [open, full] = [await cell.class(), await cell.class({ days: 4, capacity: 1 })];
  await book(cell, ann, open);
  await book(cell, bea, full);
  await join(cell, ann, full);
  return ann;
}

/** Commands and jobs about members, their data and the staff's accounts. */
export const peopleScenarios: readonly Scenario[] = [
  {
    covers: ['member/sign-up'],
    exceptions: [
      {
        lines: /^[-+] email: EmailClaimed$/,
        because: 'the address is claimed by nobody: whoever signs up with it takes the claim over',
      },
    ],
    async prepare(cell) {
      const email = cell.email('new');
      cell.streams.add(`email-${cell.studio.lasting.emailHash(email)}`);
      const body = { name: `New ${cell.tag}`, email, phone: '07700 900123', password, newsletter: true };
      return () => cell.tryTo(null, 'POST', '/api/auth/signup', body);
    },
  },
  {
    covers: ['member/change-profile'],
    twice: sameAgain,
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () =>
        cell.ask(ann.token, 'PUT', '/api/user/profile', { name: `Ann ${cell.tag}`, phone: '07700 900999' });
    },
  },
  {
    covers: ['member/change-health-answers'],
    twice: sameAgain,
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () => cell.ask(ann.token, 'PUT', '/api/user/health', health);
    },
  },
  {
    covers: ['member/change-newsletter-consent'],
    case: 'given',
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () => cell.ask(ann.token, 'PUT', '/api/user/consents', { newsletter: true });
    },
  },
  {
    covers: ['member/change-password'],
    exceptions: [sessionsFirst, passwordAgain],
    async prepare(cell) {
      const ann = await cell.member('ann');
      // Another session, which must not outlive the password.
      await cell.studio.signIn({ kind: 'member', memberId: ann.id });
      return () =>
        cell.tryTo(ann.token, 'PUT', '/api/user/password', {
          currentPassword: password,
          newPassword: 'seaside-8',
        });
    },
  },
  {
    covers: ['member/request-password-reset'],
    twice: 'two requests, two links, both good',
    look: linksOpen('password_resets'),
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () => cell.ask(null, 'POST', '/api/auth/forgot-password', { email: ann.email });
    },
  },
  {
    covers: ['member/reset-password'],
    exceptions: [sessionsFirst, passwordAgain],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const requestId = await forgot(cell, ann);
      const { lasting, now } = cell.studio;
      const expiresAt = new Date(now().getTime() + millisecondsInHour);
      const token = await makeResetToken(lasting.pool, { requestId, memberId: ann.id, expiresAt, atMost: 3 });
      await lasting.pool.query('UPDATE password_reset_requests SET handled_at = $2 WHERE id = $1', [
        requestId,
        now(),
      ]);
      return () => cell.tryTo(null, 'POST', '/api/auth/reset-password', { token, password: 'seaside-9' });
    },
  },
  {
    covers: ['job send-password-reset', 'member/issue-password-reset'],
    look: linksOpen('password_resets'),
    async prepare(cell) {
      const ann = await cell.member('ann');
      const requestId = await forgot(cell, ann);
      return () => cell.work(sendPasswordReset, { requestId }, requestId);
    },
  },
  {
    covers: ['email-change/request-email-change'],
    look: linksOpen('email_changes'),
    async prepare(cell) {
      const ann = await cell.member('ann');
      const body = { newEmail: cell.email('new'), currentPassword: password };
      return () => cell.ask(ann.token, 'POST', '/api/user/email', body);
    },
  },
  {
    covers: ['job send-email-change', 'email-change/issue-email-change'],
    look: linksOpen('email_changes'),
    async prepare(cell) {
      const changeId = await wish(cell, await cell.member('ann'));
      return () => cell.work(sendEmailChange, { changeId }, changeId);
    },
  },
  {
    covers: ['email-change/settle-email-change'],
    case: 'following the link',
    async prepare(cell) {
      const ann = await cell.member('ann', 0, { newsletter: true });
      const changeId = await wish(cell, ann);
      const token = await linkOf(cell, changeId, ann.id);
      await cell.studio.lasting.pool.query('UPDATE email_changes SET handled_at = $2 WHERE id = $1', [
        changeId,
        cell.studio.now(),
      ]);
      return () => cell.tryTo(null, 'POST', '/api/auth/confirm-email', { token });
    },
  },
  {
    covers: ['job finish-email-change'],
    async prepare(cell) {
      const ann = await cell.member('ann', 0, { newsletter: true });
      const { lasting, now } = cell.studio;
      await lasting.mail.addToList({ email: ann.email, list: 2 });
      const changeId = await wish(cell, ann);
      await confirmEmailChange(lasting.pool, await linkOf(cell, changeId, ann.id), now());
      return () => cell.work(finishEmailChange, { changeId }, changeId);
    },
  },
  {
    covers: [
      'erasure/erase-member',
      'erasure/settle-erasure',
      'erasure/preview-erasure',
      'member/read-identity',
    ],
    async prepare(cell) {
      const ann = await settledMember(cell);
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/members/${ann.id}`);
    },
  },
  {
    covers: ['erasure/settle-erasure'],
    case: 'of who has a membership',
    async prepare(cell) {
      const ann = await cell.member('ann');
      await subscribe(cell, ann);
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/members/${ann.id}`);
    },
  },
  {
    covers: ['job finish-erasure'],
    async prepare(cell) {
      const ann = await settledMember(cell);
      await cell.studio.lasting.mail.addToList({ email: ann.email, list: 2 });
      const { position } = await eraseMember(cell.studio.lasting, ann.id, cell.context());
      await cell.studio.shown(position);
      return () => cell.work(finishErasure, { memberId: ann.id }, ann.id);
    },
  },
  {
    covers: ['registration/receive-registration'],
    async prepare(cell) {
      const wish = {
        name: `Reg ${cell.tag}`,
        email: cell.email('reg'),
        phone: '07700 900123',
        message: 'Please let me know',
        requestKey: randomUUID(),
      };
      return () => cell.ask(null, 'POST', '/api/registrations', wish);
    },
  },
  {
    covers: ['member/record-audit-reading'],
    async prepare(cell) {
      const ann = await cell.member('ann', 1);
      return () => cell.ask(cell.shared.admin, 'GET', `/api/audit/members/${ann.id}/passes`);
    },
  },
  {
    covers: ['staff/invite-staff'],
    look: linksOpen('staff_invites'),
    exceptions: [
      {
        lines: /^[-+] staffemail: StaffEmailClaimed$/,
        because: 'the address is claimed for nobody: whoever invites it takes the claim over',
      },
    ],
    async prepare(cell) {
      const email = cell.email('staff');
      cell.streams.add(`staffemail-${cell.studio.lasting.staffEmailHash(email)}`);
      return () => cell.tryTo(cell.shared.admin, 'POST', '/api/admin/staff', { email, role: 'instructor' });
    },
  },
  {
    covers: ['staff/invite-staff-again'],
    twice: 'two more links, all good',
    look: linksOpen('staff_invites'),
    async prepare(cell) {
      const id = await invite(cell);
      return () => cell.ask(cell.shared.admin, 'POST', `/api/admin/staff/${id}/invite`);
    },
  },
  {
    covers: ['job send-staff-invite', 'staff/issue-staff-invite'],
    look: linksOpen('staff_invites'),
    async prepare(cell) {
      const staffId = await invite(cell);
      const account = await lastEvent(cell, `staff-${staffId}`, 'StaffInvited');
      return () => cell.work(sendStaffInvite, { eventId: account.id, staffId }, account.id);
    },
  },
  {
    covers: ['staff/join-staff'],
    async prepare(cell) {
      const token = await invitation(cell, await invite(cell));
      const body = { token, name: `Marina ${cell.tag}`, password: 'seaside-terrace' };
      return () => cell.tryTo(null, 'POST', '/api/staff/join', body);
    },
  },
  {
    covers: ['staff/change-staff-role', 'staff/has-staff-role', 'staff/get-staff-id'],
    exceptions: [sessionsFirst],
    async prepare(cell) {
      const { id } = await staff(cell);
      return () => cell.ask(cell.shared.admin, 'PUT', `/api/admin/staff/${id}/role`, { role: 'auditor' });
    },
  },
  {
    covers: ['staff/change-staff-password'],
    exceptions: [sessionsFirst, passwordAgain],
    async prepare(cell) {
      const { id, token } = await staff(cell);
      await cell.studio.signIn({ kind: 'staff', role: 'instructor', staffId: id });
      const body = { currentPassword: password, newPassword: 'seaside-terrace' };
      return () => cell.tryTo(token, 'PUT', '/api/staff/password', body);
    },
  },
  {
    covers: ['staff/remove-staff'],
    exceptions: [sessionsFirst],
    async prepare(cell) {
      const { id } = await staff(cell);
      return () => cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/staff/${id}`);
    },
  },
];
