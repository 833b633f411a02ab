import type { SandboxLogger } from '../sandbox-logger.ts';
import { finishRefund } from './finish-refund.ts';
import { runInTransaction, type TransactionDeps } from './transaction.ts';

export interface DelayedSteps {
  /** Runs the due steps and returns the milliseconds until the next; null when none is queued. Never rejects. */
  doDue(): Promise<number | null>;
}

const RETRY_MS = 1_000;
/** The `request` field of events that no request caused. */
export const NO_REQUEST = { id: null, idempotency_key: null };

// Runs in the step's own transaction, so that a step runs once even when the process dies in it.
const TAKE = `
DELETE FROM sandbox.stripe_later WHERE object_id = (
  SELECT object_id FROM sandbox.stripe_later WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING object_id`;

const NEXT =
  'SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.stripe_later';

/** Automatic steps that follow a request shortly: a refund that succeeds or fails. */
export function createDelayedSteps(deps: TransactionDeps & { logger: SandboxLogger }): DelayedSteps {
  const runOne = (): Promise<boolean> =>
    runInTransaction(deps, NO_REQUEST, async (tx, client) => {
      const { rows } = await client.query<{ object_id: string }>(TAKE);
      const [step] = rows;
      if (step === undefined) return false;
      await finishRefund(tx, step.object_id);
      return true;
    });

  async function msUntilNext(): Promise<number | null> {
    const { rows } = await deps.pool.query<{ ms: number | null }>(NEXT);
    return rows[0]?.ms ?? null;
  }

  return {
    doDue: async () => {
      try {
        for (;;) {
          const ms = await msUntilNext();
          if (ms === null || ms > 0) return ms;
          // Another process has the step in hand.
          if (!(await runOne())) return RETRY_MS;
        }
      } catch (error) {
        deps.logger.warn({ err: error }, 'sandbox Stripe: delayed step failed');
        return RETRY_MS;
      }
    },
  };
}
