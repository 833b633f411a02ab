import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { StripeWebhook } from '#infra/payments/stripe-webhook.ts';
import { advanceCollectedTo, readCollectedTo } from '#infra/postgres/tables/webhook-collections.ts';
import { insertWebhooks } from '#infra/postgres/tables/webhook-inbox.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { webhookTypes } from '../process-stripe-webhook/webhook-types.ts';
import { collectMissedWebhooks } from './definition.ts';

/** Stripe keeps events for 30 days. */
const firstReachMs = 29 * millisecondsInDay;
/** Events come to light a little out of order. */
const overlapMs = millisecondsInHour;
const atOnce = 100;

/** Keeps what there is since an instant; how many were new, and when the newest of all had happened. */
async function collect(
  { pool, payments }: { pool: Pool; payments: Pick<Payments, 'listWebhooks'> },
  createdSince: Date,
): Promise<{ missed: number; newest: Date | null }> {
  let missed = 0;
  let newest: Date | null = null;
  let batch: StripeWebhook[] = [];
  for await (const webhook of payments.listWebhooks({ createdSince, types: webhookTypes })) {
    if (newest === null || webhook.createdAt > newest) newest = webhook.createdAt;
    batch.push(webhook);
    if (batch.length < atOnce) continue;
    missed += await insertWebhooks(pool, batch);
    batch = [];
  }
  missed += await insertWebhooks(pool, batch);
  return { missed, newest };
}

/**
 * Looks from the newest event that it saw the last time, which is an instant of Stripe's: our clock may be wrong. That
 * instant moves on only once all before it are kept.
 */
export const collectMissedWebhooksHandler = defineJobHandler(collectMissedWebhooks, (deps) => async () => {
  const { pool, clock, logger } = deps;
  const last = await readCollectedTo(pool);
  const createdSince =
    last === null ? new Date(clock.now().getTime() - firstReachMs) : new Date(last.getTime() - overlapMs);
  try {
    const { missed, newest } = await collect(deps, createdSince);
    if (newest !== null) await advanceCollectedTo(pool, newest);
    if (missed > 0) logger.info({ missed }, 'Webhooks were collected that had not come');
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    logger.warn({ err: error }, 'Stripe can not be asked for missed webhooks');
  }
});
