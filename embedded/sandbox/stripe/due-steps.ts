import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { SandboxLogger } from '../sandbox-logger.ts';
import type { Transaction } from './api-route.ts';
import { expireSessionById } from './checkout-expiry.ts';
import { type DelayedSteps, NO_REQUEST } from './delayed-steps.ts';
import { expireSubscription } from './end-subscription.ts';
import { retryInvoice } from './invoice-collection.ts';
import type { DueStep } from './object-store.ts';
import { resumeCollection } from './pause-collection.ts';
import { emitRenewalReminder, renewSubscription } from './subscription-lifecycle.ts';
import { runInTransaction, type TransactionDeps } from './transaction.ts';

export interface DueSteps {
  /** The earliest instant at which a scheduled step falls due; null when none is scheduled. */
  nextDue(): Promise<Date | null>;
  /** Runs all steps due by then, in the order of their instants, each as of its own instant. Resolves to when the next falls due. */
  doDue(now: Date): Promise<Date | null>;
}

const STEPS: Record<DueStep, (tx: Transaction, id: string) => Promise<void>> = {
  'expire-session': expireSessionById,
  'expire-subscription': expireSubscription,
  remind: emitRenewalReminder,
  renew: renewSubscription,
  resume: resumeCollection,
  retry: retryInvoice,
};

// Runs in the step's own transaction, so that a step runs once even when the process dies in it. FOR UPDATE waits for another
// process that runs the same step; afterwards the step is deleted.
const TAKE = `
DELETE FROM sandbox.stripe_due WHERE (object_id, step) = (
  SELECT object_id, step FROM sandbox.stripe_due WHERE due_at <= $1 ORDER BY due_at, object_id, step LIMIT 1 FOR UPDATE
) RETURNING object_id, step`;

const RETRY_MS = 1_000;

/** Runs what Stripe does by the clock: renewals, their reminders, retries, and the expiry of what was not paid in time. */
export function createDueSteps(deps: TransactionDeps): DueSteps {
  async function nextDue(): Promise<Date | null> {
    const { rows } = await deps.pool.query<{ at: Date | null }>(
      'SELECT min(due_at) AS at FROM sandbox.stripe_due',
    );
    return rows[0]?.at ?? null;
  }

  function runNext(at: Date): Promise<void> {
    return runInTransaction({ ...deps, clock: { now: () => at } }, NO_REQUEST, async (tx, client) => {
      const { rows } = await client.query<{ object_id: string; step: DueStep }>(TAKE, [at]);
      const [taken] = rows;
      if (taken !== undefined) await STEPS[taken.step](tx, taken.object_id);
    });
  }

  return {
    nextDue,
    doDue: async (now) => {
      let at = await nextDue();
      for (; at !== null && at <= now; at = await nextDue()) await runNext(at);
      return at;
    },
  };
}

/** Adds the steps due by the studio clock to the delayed steps, for a clock that is not moved by hand. */
export function withDueSteps(
  delayed: DelayedSteps,
  due: DueSteps,
  { clock, logger }: { clock: StudioClock; logger: SandboxLogger },
): DelayedSteps {
  async function doDueByClock(): Promise<number | null> {
    try {
      const next = await due.doDue(clock.now());
      return next === null ? null : Math.max(0, next.getTime() - clock.now().getTime());
    } catch (error) {
      logger.warn({ err: error }, 'sandbox Stripe: due step failed');
      return RETRY_MS;
    }
  }

  return {
    doDue: async () => {
      const delaysMs = [await delayed.doDue(), await doDueByClock()].filter((ms) => ms !== null);
      return delaysMs.length === 0 ? null : Math.min(...delaysMs);
    },
  };
}
