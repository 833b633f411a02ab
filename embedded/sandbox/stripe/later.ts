import type { SandboxLogger } from '../sandbox-logger.ts';
import { finishRefund } from './refund-steps.ts';
import { type ChangeDeps, changeTogether } from './transaction.ts';

export interface LaterSteps {
  /** Does what is due, and answers in how many milliseconds the next is; null when nothing is waiting. Never fails. */
  doDue(): Promise<number | null>;
}

const RETRY_MS = 1_000;
/** The request that events tell of which no request caused. */
export const BY_ITSELF = { id: null, idempotency_key: null };

// In the transaction of the step itself, so that a step is done once, also when the process dies in it.
const TAKE = `
DELETE FROM sandbox.stripe_later WHERE object_id = (
  SELECT object_id FROM sandbox.stripe_later WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING object_id`;

const NEXT =
  'SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.stripe_later';

/** What happens at Stripe by itself, a little after the request that led to it: the later course of a refund. */
export function laterSteps(deps: ChangeDeps & { logger: SandboxLogger }): LaterSteps {
  const doOne = (): Promise<boolean> =>
    changeTogether(deps, BY_ITSELF, async (change, client) => {
      const { rows } = await client.query<{ object_id: string }>(TAKE);
      const [step] = rows;
      if (step === undefined) return false;
      await finishRefund(change, step.object_id);
      return true;
    });

  return {
    doDue: async () => {
      try {
        while (await doOne());
        const { rows } = await deps.pool.query<{ ms: number | null }>(NEXT);
        return rows[0]?.ms ?? null;
      } catch (error) {
        deps.logger.warn({ err: error }, 'sandbox Stripe: a later step was not done');
        return RETRY_MS;
      }
    },
  };
}
