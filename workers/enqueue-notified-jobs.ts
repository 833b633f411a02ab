import type { Pool } from 'pg';
import { DESTROYED_KEY_CHANNEL } from '#infra/crypto/member-keys.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { type Listener, listen } from '#infra/postgres/listener.ts';
import { BREVO_CHANNEL } from '#infra/postgres/tables/brevo-inbox.ts';
import { CAMPAIGN_CHANNEL, readCampaignSteps } from '#infra/postgres/tables/campaigns.ts';
import { EMAIL_CHANGE_CHANNEL } from '#infra/postgres/tables/email-changes.ts';
import { PASSKEY_CHANNEL } from '#infra/postgres/tables/passkeys.ts';
import { PASSWORD_RESET_CHANNEL } from '#infra/postgres/tables/password-resets.ts';
import { SIGN_IN_CODE_CHANNEL } from '#infra/postgres/tables/sign-in-codes.ts';
import { WEBHOOK_CHANNEL } from '#infra/postgres/tables/webhook-inbox.ts';
import type { JobQueue } from '#infra/queue/create-queue.ts';
import { job, type QueuedJob } from '#infra/queue/define-job.ts';
import { clearStorage } from './jobs/clear-storage/definition.ts';
import { emailChangeJobsFor } from './jobs/email-change-jobs.ts';
import { processBrevoWebhook } from './jobs/process-brevo-webhook/definition.ts';
import { processStripeWebhook } from './jobs/process-stripe-webhook/definition.ts';
import { sendPasskeyNotice } from './jobs/send-passkey-notice/definition.ts';
import { sendPasswordReset } from './jobs/send-password-reset/definition.ts';
import { sendSignInCode } from './jobs/send-sign-in-code/definition.ts';
import { campaignJobs } from './schedules/campaign-jobs.ts';

/** Enqueues jobs for requests stored in Postgres as soon as it notifies of them. Sweeps find those of lost notifications. */
export function enqueueNotifiedJobs(options: {
  databaseUrl: string;
  pool: Pool;
  logger: Logger;
  enqueueAll: JobQueue['enqueueAll'];
}): Promise<Listener> {
  const { databaseUrl, pool, logger, enqueueAll } = options;
  const jobsByChannel: Readonly<Record<string, (payload: string) => Promise<readonly QueuedJob[]>>> = {
    [WEBHOOK_CHANNEL]: async (eventId) => [job(processStripeWebhook, { eventId }, eventId)],
    [BREVO_CHANNEL]: async (eventKey) => [job(processBrevoWebhook, { eventKey }, eventKey)],
    [PASSWORD_RESET_CHANNEL]: async (requestId) => [job(sendPasswordReset, { requestId }, requestId)],
    [SIGN_IN_CODE_CHANNEL]: async (requestId) => [job(sendSignInCode, { requestId }, requestId)],
    [PASSKEY_CHANNEL]: async (passkeyId) => [job(sendPasskeyNotice, { passkeyId }, passkeyId)],
    [EMAIL_CHANGE_CHANNEL]: async (payload) => emailChangeJobsFor(payload),
    [DESTROYED_KEY_CHANNEL]: async (personId) => [job(clearStorage, { personId }, personId)],
    [CAMPAIGN_CHANNEL]: async (campaignId) => campaignJobs(await readCampaignSteps(pool, Number(campaignId))),
  };
  return listen(databaseUrl, Object.keys(jobsByChannel), ({ channel, payload }) => {
    jobsByChannel[channel]?.(payload)
      .then(enqueueAll)
      .catch((error: unknown) => {
        logger.warn(
          { err: error, channel },
          'A job was not enqueued on notification and waits for its sweep',
        );
      });
  });
}
