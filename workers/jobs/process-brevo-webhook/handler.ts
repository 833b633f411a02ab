import { findMailReport } from '#infra/mail/mail-reports.ts';
import {
  beginMailEvent,
  type MailEventAttempt,
  markMailEventProcessed,
  recordMailEventError,
} from '#infra/postgres/tables/brevo-inbox.ts';
import { reportMail } from '#services/commands/member/report-mail.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { processBrevoWebhook } from './definition.ts';

/** After this many attempts, a few minutes in all, a failure is logged as an error. */
const errorAfterAttempts = 6;
const maxErrorLength = 500;

/** A webhook of a type without an action is marked as processed, and stays in the inbox as a note. */
export const processBrevoWebhookHandler = defineJobHandler(
  processBrevoWebhook,
  async (deps, { eventKey }, { commandContext }) => {
    const event = await beginMailEvent(deps.pool, eventKey);
    if (event === undefined) return;
    const context = {
      ...commandContext(),
      actor: { kind: 'webhook' as const, provider: 'brevo' as const },
      causationId: eventKey,
    };
    try {
      const { type, emailHash, happenedAt } = event;
      const report = findMailReport(type);
      if (report === undefined || emailHash === null)
        deps.logger.info({ type }, 'A webhook of Brevo of a type without an action');
      else await reportMail(deps, { emailHash, report, happenedAt }, context);
    } catch (error) {
      await recordFailure(deps, eventKey, event, error);
      return;
    }
    await markMailEventProcessed(deps.pool, eventKey);
  },
);

async function recordFailure(
  { pool, logger }: JobDependencies,
  eventKey: string,
  { type, attempts }: MailEventAttempt,
  error: unknown,
): Promise<void> {
  const description = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await recordMailEventError(pool, eventKey, description.slice(0, maxErrorLength));
  const level = attempts < errorAfterAttempts ? 'warn' : 'error';
  logger[level]({ err: error, eventKey, type, attempts }, 'A webhook of Brevo failed and waits in the inbox');
}
