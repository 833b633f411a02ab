import { millisecondsInDay } from 'date-fns/constants';
import { stripeSignature } from '#embedded/sandbox/stripe/signature.ts';
import { recordRetentionNotice } from '#infra/postgres/tables/member-activity.ts';
import { deletePersonalRows } from '#infra/postgres/tables/personal-rows.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { repeatErasure } from '#services/commands/erasure/repeat-erasure.ts';
import { receiveRegistration } from '#services/commands/registration/receive-registration.ts';
import { eraseInactiveMember } from '#workers/jobs/erase-inactive-member/definition.ts';
import { eraseRegistrationJob } from '#workers/jobs/erase-registration/definition.ts';
import { forgetOperationalRows } from '#workers/jobs/forget-operational-rows/definition.ts';
import { notifyStudio } from '#workers/jobs/notify-studio/definition.ts';
import { removeRecordsJob } from '#workers/jobs/remove-records/definition.ts';
import { sendRetentionNotice } from '#workers/jobs/send-retention-notice/definition.ts';
import { verifyNight } from '#workers/jobs/verify-night/definition.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';

const yearMs = 366 * millisecondsInDay;

let nights = 0;
/** Returns a night of the distant past that no other cell uses. */
function takeNight(): string {
  nights += 1;
  return new Date(Date.UTC(1900, 0, nights)).toISOString().slice(0, 10);
}

const countRows = async ({ studio }: Cell, sql: string, value: string) =>
  (await studio.surviving.pool.query(sql, [value])).rowCount ?? 0;

/** Jobs and commands about retention, and about the installation itself. */
export const retentionScenarios: readonly Scenario[] = [
  {
    covers: ['job erase-inactive-member'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { signedUpAgoMs: 10 * yearMs });
      const now = cell.studio.now().getTime();
      await recordRetentionNotice(cell.studio.surviving.pool, {
        memberId: ann.id,
        activeAt: new Date(now - 10 * yearMs),
        now: new Date(now - 40 * millisecondsInDay),
      });
      return () => cell.runJob(eraseInactiveMember, { memberId: ann.id });
    },
  },
  {
    covers: ['job send-retention-notice'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { signedUpAgoMs: 10 * yearMs });
      return () => cell.runJob(sendRetentionNotice, { memberId: ann.id });
    },
  },
  {
    covers: ['job erase-registration', 'registration/erase-registration'],
    async prepare(cell) {
      const registrationId = await cell.nextId('registration_id_seq');
      cell.streams.add(`registration-${registrationId}`);
      const { position } = await receiveRegistration(
        { ...cell.studio.surviving, nextRegistrationId: async () => registrationId },
        { name: `Reg ${cell.tag}`, email: cell.email('reg'), phone: '07700 900123', message: '' },
        cell.context(3 * yearMs),
      );
      await cell.studio.waitForReadModels(position);
      return () => cell.runJob(eraseRegistrationJob, { registrationId });
    },
  },
  {
    covers: ['job remove-records', 'erasure/remove-records'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { signedUpAgoMs: 10 * yearMs });
      const context = cell.context(8 * yearMs);
      const { position } = await eraseMember(cell.studio.surviving, ann.id, context);
      await deletePersonalRows(cell.studio.surviving.pool, {
        memberId: ann.id,
        emailHash: null,
        now: context.now,
      });
      await cell.studio.surviving.memberKeys.destroy(ann.id, context.now);
      await cell.studio.waitForReadModels(position);
      return () => cell.runJob(removeRecordsJob, { memberId: ann.id });
    },
  },
  {
    covers: ['erasure/repeat-erasure'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => repeatErasure(cell.studio.crashable, ann.id, cell.context());
    },
    acceptedDifferences: [
      {
        lines: /^[-+] mail account-deleted to ann$/,
        reason: 'the sweep repeats the erasure while the email address is still known, so the email is sent',
      },
    ],
  },
  {
    covers: ['job forget-operational-rows'],
    async prepare(cell) {
      await cell.studio.surviving.pool.query(
        `INSERT INTO stripe_webhooks (event_id, type, payload, processed_at, received_at)
         VALUES ($1, 'old', '{}', now() - interval '1 year', now() - interval '1 year')`,
        [cell.tag],
      );
      return () => cell.runJob(forgetOperationalRows, {});
    },
    readExtraState: async (cell) => [
      `old webhooks: ${await countRows(cell, 'SELECT 1 FROM stripe_webhooks WHERE event_id = $1', cell.tag)}`,
    ],
  },
  {
    covers: ['job tell-studio'],
    async prepare(cell) {
      // A studio is notified of each incident once a day, so each cell has a day and an address of its own.
      const incident = { kind: 'jobs-dead', ref: 'send-welcome', day: takeNight() };
      return () => cell.runJob(notifyStudio, incident, cell.tag, { studioAddress: cell.email('studio') });
    },
  },
  {
    covers: ['job verify-night'],
    async prepare(cell) {
      const night = takeNight();
      cell.notes.set('night', night);
      return () => cell.runJob(verifyNight, { night });
    },
    readExtraState: async (cell) => [
      `verdicts: ${await countRows(cell, 'SELECT 1 FROM verifications WHERE night = $1::date', cell.notes.get('night') ?? '')}`,
    ],
  },
  {
    covers: ['POST /api/webhooks/stripe'],
    async prepare(cell) {
      const payload = JSON.stringify({
        id: `evt_${cell.tag}`,
        object: 'event',
        type: 'payment_intent.created',
        created: Math.floor(cell.studio.now().getTime() / 1000),
        data: { object: { id: `pi_${cell.tag}`, object: 'payment_intent' } },
      });
      return async () => {
        const answer = await cell.studio.api.app.inject({
          method: 'POST',
          url: '/api/webhooks/stripe',
          headers: {
            'content-type': 'application/json',
            'stripe-signature': stripeSignature(
              payload,
              cell.studio.surviving.config.stripe.webhookSecret,
              new Date(),
            ),
          },
          payload,
        });
        if (answer.statusCode !== 200)
          throw new Error(`The webhook was answered ${answer.statusCode} ${answer.payload}`);
      };
    },
    readExtraState: async (cell) => [
      `in the inbox: ${await countRows(cell, 'SELECT 1 FROM stripe_webhooks WHERE event_id = $1', `evt_${cell.tag}`)}`,
    ],
  },
];
