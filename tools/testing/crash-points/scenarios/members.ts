import { randomUUID } from 'node:crypto';
import { insertMailEvents } from '#infra/postgres/tables/brevo-inbox.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { reportMail } from '#services/commands/member/report-mail.ts';
import { clearStorage } from '#workers/jobs/clear-storage/definition.ts';
import { finishErasure } from '#workers/jobs/finish-erasure/definition.ts';
import { processBrevoWebhook } from '#workers/jobs/process-brevo-webhook/definition.ts';
import { retryAddress } from '#workers/jobs/retry-address/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { password, sessionsEndFirst } from './account-state.ts';
import { book, joinWaitlist, payForPass, readLastEvent, subscribe, threeClassPass } from './steps.ts';

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
const unchanged = 'the same values are appended once more';

/** Adds a member with a booking, a place on a waiting list and the newsletter. */
async function addActiveMember(cell: Cell): Promise<CellMember> {
  const ann = await cell.addMember('ann', 3, { newsletter: true });
  const bea = await cell.addMember('bea', 1);
  const [open, full] = [await cell.addClass(), await cell.addClass({ days: 4, capacity: 1 })];
  await book(cell, ann, open);
  await book(cell, bea, full);
  await joinWaitlist(cell, ann, full);
  return ann;
}

/** Records that mail to a member came back. */
async function markAddress(cell: Cell, { email }: CellMember): Promise<void> {
  const { surviving, now } = cell.studio;
  const report = { emailHash: surviving.emailHash(email), report: 'hard_bounce', happenedAt: now() } as const;
  await reportMail(surviving, report, cell.context());
}

/** Commands and jobs about members and their data. */
export const memberScenarios: readonly Scenario[] = [
  {
    covers: ['member/sign-up'],
    acceptedDifferences: [
      {
        lines: /^[-+] email: EmailClaimed$/,
        reason: 'the address is claimed without a member; the next sign-up takes the claim over',
      },
    ],
    async prepare(cell) {
      const email = cell.email('new');
      cell.streams.add(`email-${cell.studio.surviving.emailHash(email)}`);
      const body = { name: `New ${cell.tag}`, email, phone: '07700 900123', password, newsletter: true };
      return () => cell.requestOrRefusal(null, 'POST', '/api/auth/signup', body);
    },
  },
  {
    covers: ['member/change-profile'],
    repeatReason: unchanged,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () =>
        cell.request(ann.token, 'PUT', '/api/user/profile', {
          name: `Ann ${cell.tag}`,
          phone: '07700 900999',
        });
    },
  },
  {
    covers: ['member/change-health-answers'],
    repeatReason: unchanged,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => cell.request(ann.token, 'PUT', '/api/user/health', health);
    },
  },
  {
    covers: ['member/change-newsletter-consent'],
    case: 'given',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => cell.request(ann.token, 'PUT', '/api/user/consents', { newsletter: true });
    },
  },
  {
    covers: ['member/choose-notifications'],
    repeatReason: unchanged,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const choices = { 'class-reminder': { mail: false }, 'spot-broadcast': { push: false } };
      return () => cell.request(ann.token, 'PUT', '/api/user/notifications', choices);
    },
  },
  {
    covers: ['member/clear-address'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await markAddress(cell, ann);
      return () => cell.request(ann.token, 'POST', '/api/user/email/try-again');
    },
  },
  {
    covers: ['job process-brevo-webhook', 'member/report-mail'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      const { pool, emailHash } = cell.studio.surviving;
      const happenedAt = cell.studio.now();
      const event = { key: cell.tag, type: 'spam', emailHash: emailHash(ann.email), happenedAt };
      await insertMailEvents(pool, [event]);
      return () => cell.runJob(processBrevoWebhook, { eventKey: cell.tag }, cell.tag);
    },
    readExtraState: async (cell) => {
      const { rows } = await cell.studio.surviving.pool.query<{ isDone: boolean }>(
        `SELECT processed_at IS NOT NULL AND email_hash IS NULL AS "isDone" FROM brevo_webhooks WHERE event_key = $1`,
        [cell.tag],
      );
      return [`processed: ${rows[0]?.isDone}`];
    },
  },
  {
    covers: ['POST /api/webhooks/brevo'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      const { webhookSecret } = cell.studio.surviving.config.brevo;
      const seconds = Math.floor(cell.studio.now().getTime() / 1000);
      return async () => {
        const answer = await cell.studio.api.app.inject({
          method: 'POST',
          url: '/api/webhooks/brevo',
          headers: { authorization: `Bearer ${webhookSecret}` },
          payload: {
            event: 'hard_bounce',
            email: ann.email,
            id: 1,
            'message-id': cell.tag,
            ts_event: seconds,
          },
        });
        if (answer.statusCode !== 200)
          throw new Error(`The webhook was answered ${answer.statusCode} ${answer.payload}`);
      };
    },
  },
  {
    covers: ['job retry-address'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await markAddress(cell, ann);
      await cell.request(ann.token, 'POST', '/api/user/email/try-again');
      const { id } = await readLastEvent(cell, `member-${ann.id}`, 'AddressCleared');
      return () => cell.runJob(retryAddress, { memberId: ann.id, eventId: id }, id);
    },
  },
  {
    covers: ['member/sign-out-everywhere'],
    acceptedDifferences: [
      {
        lines: /^[-+] sessions: \d of \w+$/,
        reason:
          'other sessions end first, and that of the request last: it can be repeated, or has ended with the epoch',
      },
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await cell.studio.signIn({ kind: 'member', memberId: ann.id });
      return () => cell.requestOrRefusal(ann.token, 'POST', '/api/auth/signout-everywhere');
    },
  },
  {
    covers: ['member/change-password'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      // Another session, which must not outlive the password.
      await cell.studio.signIn({ kind: 'member', memberId: ann.id });
      return () =>
        cell.requestOrRefusal(ann.token, 'PUT', '/api/user/password', {
          currentPassword: password,
          newPassword: 'seaside-8',
        });
    },
  },
  {
    covers: [
      'erasure/erase-member',
      'erasure/settle-erasure',
      'erasure/preview-erasure',
      'cards/forget-cards',
      'member/read-identity',
    ],
    async prepare(cell) {
      const ann = await addActiveMember(cell);
      await payForPass(cell, ann, threeClassPass, undefined, { keepsCard: true });
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/members/${ann.id}`);
    },
  },
  {
    covers: ['erasure/settle-erasure'],
    case: 'of a member with a membership',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await subscribe(cell, ann);
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/members/${ann.id}`);
    },
  },
  {
    covers: ['job finish-erasure'],
    async prepare(cell) {
      const ann = await addActiveMember(cell);
      await cell.studio.surviving.mail.addToList({ email: ann.email, list: 2 });
      const { position } = await eraseMember(cell.studio.surviving, ann.id, cell.context());
      await cell.studio.waitForReadModels(position);
      return () => cell.runJob(finishErasure, { memberId: ann.id }, ann.id);
    },
  },
  {
    covers: ['job clear-storage'],
    async prepare(cell) {
      const ann = await addActiveMember(cell);
      const { position } = await eraseMember(cell.studio.surviving, ann.id, cell.context());
      await cell.studio.waitForReadModels(position);
      await cell.runJob(finishErasure, { memberId: ann.id }, ann.id);
      return () => cell.runJob(clearStorage, { personId: ann.id }, ann.id);
    },
  },
  {
    covers: ['registration/receive-registration'],
    async prepare(cell) {
      const body = {
        name: `Reg ${cell.tag}`,
        email: cell.email('reg'),
        phone: '07700 900123',
        message: 'Please let me know',
        requestKey: randomUUID(),
      };
      return () => cell.request(null, 'POST', '/api/registrations', body);
    },
  },
  {
    covers: ['member/record-identity-reading'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      return () => cell.request(cell.shared.admin, 'GET', `/api/audit/members/${ann.id}/passes`);
    },
  },
  {
    covers: ['member/withdraw-health-consent'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      return () => cell.request(ann.token, 'PUT', '/api/user/consents', { health: false });
    },
  },
  {
    covers: ['member/add-note'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      const note = { text: 'Prefers the window', requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', `/api/admin/members/${ann.id}/notes`, note);
    },
  },
];
