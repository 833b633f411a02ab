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
const firstCollectionMs = 29 * millisecondsInDay;
/** Stripe may list events slightly out of order. */
const overlapMs = millisecondsInHour;
const batchSize = 100;

/** Stores all webhooks since an instant. Returns the number of new ones and the creation time of the newest. */
async function collectSince(
  { pool, payments }: { pool: Pool; payments: Pick<Payments, 'listWebhooks'> },
  createdSince: Date,
): Promise<{ missed: number; newest: Date | null }> {
  let missed = 0;
  let newest: Date | null = null;
  let batch: StripeWebhook[] = [];
  for await (const webhook of payments.listWebhooks({ createdSince, types: webhookTypes })) {
    if (newest === null || webhook.createdAt > newest) newest = webhook.createdAt;
    batch.push(webhook);
    if (batch.length < batchSize) continue;
    missed += await insertWebhooks(pool, batch);
    batch = [];
  }
  missed += await insertWebhooks(pool, batch);
  return { missed, newest };
}

/**
 * Collects from the newest event of the last collection, an instant of Stripe's clock, because ours may be wrong. The
 * instant advances only when all earlier webhooks are stored.
 */
export const collectMissedWebhooksHandler = defineJobHandler(collectMissedWebhooks, async (deps) => {
  const { pool, clock, logger } = deps;
  const last = await readCollectedTo(pool);
  const createdSince =
    last === null
      ? new Date(clock.now().getTime() - firstCollectionMs)
      : new Date(last.getTime() - overlapMs);
  try {
    const { missed, newest } = await collectSince(deps, createdSince);
    if (newest !== null) await advanceCollectedTo(pool, newest);
    if (missed > 0) logger.info({ missed }, 'Missed webhooks were collected');
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    logger.warn({ err: error }, 'Stripe is unavailable, so missed webhooks were not collected');
  }
});
