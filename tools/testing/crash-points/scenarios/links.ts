import { z } from 'zod';
import {
  confirmEmailChange,
  setCancelToken,
  setEmailChangeToken,
} from '#infra/postgres/tables/email-changes.ts';
import { createResetToken } from '#infra/postgres/tables/password-resets.ts';
import { deriveLinkToken } from '#services/commands/email-change/derive-link-token.ts';
import { requestEmailChange } from '#services/commands/email-change/request-email-change.ts';
import { requestPasswordReset } from '#services/commands/member/request-password-reset.ts';
import { finishEmailChange } from '#workers/jobs/finish-email-change/definition.ts';
import { sendEmailChange } from '#workers/jobs/send-email-change/definition.ts';
import { sendPasswordReset } from '#workers/jobs/send-password-reset/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { listLinks, password, sessionsEndFirst } from './account-state.ts';
import { addStaff } from './staff.ts';

const idRow = z.object({ id: z.string() });
async function readId(cell: Cell, sql: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await cell.studio.surviving.pool.query(sql, [...values]);
  return idRow.parse(rows[0]).id;
}

/** Requests another email address and returns the request's id. */
async function startEmailChange(cell: Cell, { id, email }: CellMember): Promise<string> {
  const to = cell.email('new');
  cell.streams.add(`email-${cell.studio.surviving.emailHash(to)}`);
  await requestEmailChange(
    cell.studio.surviving,
    { memberId: id, from: email, to, epoch: 1 },
    cell.context(),
  );
  return readId(cell, 'SELECT id FROM email_changes WHERE member_id = $1', [id]);
}

/** Returns the token of the emailed link. */
async function createLinkToken(cell: Cell, id: string, memberId: string): Promise<string> {
  const { memberKeys, pool } = cell.studio.surviving;
  const token = await deriveLinkToken(memberKeys, { id, memberId }, 'confirm');
  if (token === null) throw new Error('The member has no key');
  await setEmailChangeToken(pool, id, token);
  return token;
}

/** Requests a password reset and returns the request's id. */
async function startPasswordReset(cell: Cell, { email }: CellMember): Promise<string> {
  const { surviving } = cell.studio;
  await requestPasswordReset(surviving, { audience: 'member', email }, cell.context());
  return readId(cell, 'SELECT id FROM password_reset_requests WHERE email_hash = $1', [
    surviving.emailHash(email),
  ]);
}

/** Requests a reset of a staff account's password and returns the request's id. */
async function startStaffReset(cell: Cell, { email }: CellMember): Promise<string> {
  const { surviving } = cell.studio;
  await requestPasswordReset(surviving, { audience: 'staff', email }, cell.context());
  return readId(cell, 'SELECT id FROM password_reset_requests WHERE email_hash = $1', [
    surviving.staffEmailHash(email),
  ]);
}

/** Issues the link of a request, which is handled then. */
async function createResetLink(cell: Cell, { id: ownerId }: CellMember, requestId: string): Promise<string> {
  const { surviving, now } = cell.studio;
  const token = await createResetToken(surviving.pool, { requestId, ownerId, epoch: 1, now: now() });
  if (token === null) throw new Error('No link was issued');
  await surviving.pool.query('UPDATE password_reset_requests SET handled_at = $2 WHERE id = $1', [
    requestId,
    now(),
  ]);
  return token;
}

/** Commands and jobs about password resets and changes of the email address, which go by emailed links. */
export const linkScenarios: readonly Scenario[] = [
  {
    covers: ['member/request-password-reset'],
    repeatReason: 'two requests make two valid links',
    readExtraState: listLinks('password_resets'),
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => cell.request(null, 'POST', '/api/auth/forgot-password', { email: ann.email });
    },
  },
  {
    covers: ['member/reset-password', 'member/has-member-epoch'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const token = await createResetLink(cell, ann, await startPasswordReset(cell, ann));
      return () =>
        cell.requestOrRefusal(null, 'POST', '/api/auth/reset-password', { token, password: 'seaside-9' });
    },
  },
  {
    covers: ['job send-password-reset', 'member/issue-password-reset'],
    readExtraState: listLinks('password_resets'),
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const requestId = await startPasswordReset(cell, ann);
      return () => cell.runJob(sendPasswordReset, { requestId }, requestId);
    },
  },
  {
    covers: ['member/verify-email'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { emailHash, emailProofTokens } = cell.studio.surviving;
      const token = emailProofTokens.make(ann.id, emailHash(ann.email));
      return () => cell.request(null, 'POST', '/api/auth/verify-email', { token });
    },
  },
  {
    covers: ['job send-password-reset', 'staff/issue-staff-password-reset'],
    case: 'of a staff account',
    readExtraState: listLinks('password_resets'),
    async prepare(cell) {
      const requestId = await startStaffReset(cell, await addStaff(cell));
      return () => cell.runJob(sendPasswordReset, { requestId }, requestId);
    },
  },
  {
    covers: ['staff/reset-staff-password'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const marina = await addStaff(cell);
      const token = await createResetLink(cell, marina, await startStaffReset(cell, marina));
      const body = { token, password: 'driftwood-terrace' };
      return () => cell.requestOrRefusal(null, 'POST', '/api/staff/password/reset', body);
    },
  },
  {
    covers: ['email-change/request-email-change'],
    readExtraState: listLinks('email_changes'),
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const body = { newEmail: cell.email('new'), currentPassword: password };
      return () => cell.request(ann.token, 'POST', '/api/user/email', body);
    },
  },
  {
    covers: ['job send-email-change', 'email-change/issue-email-change'],
    readExtraState: listLinks('email_changes'),
    async prepare(cell) {
      const changeId = await startEmailChange(cell, await cell.addMember('ann'));
      return () => cell.runJob(sendEmailChange, { changeId }, changeId);
    },
  },
  {
    covers: ['email-change/settle-email-change'],
    case: 'following the link',
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      const changeId = await startEmailChange(cell, ann);
      const token = await createLinkToken(cell, changeId, ann.id);
      await cell.studio.surviving.pool.query('UPDATE email_changes SET handled_at = $2 WHERE id = $1', [
        changeId,
        cell.studio.now(),
      ]);
      return () => cell.requestOrRefusal(null, 'POST', '/api/auth/confirm-email', { token });
    },
  },
  {
    covers: ['email-change/cancel-email-change'],
    acceptedDifferences: [
      {
        lines: /^[-+] (member: MemberSignedUp; HealthAnswersChanged; PasswordChanged|sessions: \d of \w+)/,
        reason: 'the change is cancelled first; using the link again signs out',
      },
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const changeId = await startEmailChange(cell, ann);
      const { memberKeys, pool } = cell.studio.surviving;
      const token = await deriveLinkToken(memberKeys, { id: changeId, memberId: ann.id }, 'cancel');
      if (token === null) throw new Error('The member has no key');
      await setCancelToken(pool, changeId, token);
      return () => cell.request(null, 'POST', '/api/auth/cancel-email-change', { token });
    },
  },
  {
    covers: ['job finish-email-change'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      const { surviving, now } = cell.studio;
      await surviving.mail.addToList({ email: ann.email, list: 2 });
      const changeId = await startEmailChange(cell, ann);
      await confirmEmailChange(surviving.pool, await createLinkToken(cell, changeId, ann.id), now());
      return () => cell.runJob(finishEmailChange, { changeId }, changeId);
    },
  },
];
