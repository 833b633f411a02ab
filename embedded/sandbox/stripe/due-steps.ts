import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { SandboxLogger } from '../sandbox-logger.ts';
import type { Change } from './api-route.ts';
import { expireSessionById } from './checkout-expiry.ts';
import { retryInvoice } from './collecting.ts';
import { expireSubscription } from './ending.ts';
import { BY_ITSELF, type LaterSteps } from './later.ts';
import type { DueStep } from './object-store.ts';
import { remindOfRenewal, renewSubscription } from './subscribing.ts';
import { type ChangeDeps, changeTogether } from './transaction.ts';

export interface DueSteps {
  /** The earliest instant at which something at Stripe falls due by itself; null when nothing will. */
  nextDue(): Promise<Date | null>;
  /** Does all that is due by then, in the order in which it fell due, each at its own instant. */
  doDue(now: Date): Promise<void>;
}

const STEPS: Record<DueStep, (change: Change, id: string) => Promise<void>> = {
  'expire-session': expireSessionById,
  'expire-subscription': expireSubscription,
  remind: remindOfRenewal,
  renew: renewSubscription,
  retry: retryInvoice,
};

// In the transaction of the step itself, so that a step is done once, also when the process dies in it. Another process that is at a
// step is waited for: afterwards its step counts as done.
const TAKE = `
DELETE FROM sandbox.stripe_due WHERE (object_id, step) = (
  SELECT object_id, step FROM sandbox.stripe_due WHERE due_at <= $1 ORDER BY due_at, object_id, step LIMIT 1 FOR UPDATE
) RETURNING object_id, step`;

const RETRY_MS = 1_000;

/** What falls due at Stripe by the studio clock: renewals, their reminders, retries, and what was not paid in time. */
export function dueSteps(deps: ChangeDeps): DueSteps {
  async function nextDue(): Promise<Date | null> {
    const { rows } = await deps.pool.query<{ at: Date | null }>(
      'SELECT min(due_at) AS at FROM sandbox.stripe_due',
    );
    return rows[0]?.at ?? null;
  }

  function doOne(at: Date): Promise<void> {
    return changeTogether({ ...deps, clock: { now: () => at } }, BY_ITSELF, async (change, client) => {
      const { rows } = await client.query<{ object_id: string; step: DueStep }>(TAKE, [at]);
      const [taken] = rows;
      if (taken !== undefined) await STEPS[taken.step](change, taken.object_id);
    });
  }

  return {
    nextDue,
    doDue: async (now) => {
      for (let at = await nextDue(); at !== null && at <= now; at = await nextDue()) await doOne(at);
    },
  };
}

/** Looks after what is due by the studio clock, too, while that goes by itself. */
export function withDueSteps(
  later: LaterSteps,
  due: DueSteps,
  { clock, logger }: { clock: StudioClock; logger: SandboxLogger },
): LaterSteps {
  async function msUntilDue(): Promise<number | null> {
    try {
      await due.doDue(clock.now());
      const next = await due.nextDue();
      return next === null ? null : Math.max(0, next.getTime() - clock.now().getTime());
    } catch (error) {
      logger.warn({ err: error }, 'sandbox Stripe: what is due was not done');
      return RETRY_MS;
    }
  }

  return {
    doDue: async () => {
      const waits = [await later.doDue(), await msUntilDue()].filter((ms) => ms !== null);
      return waits.length === 0 ? null : Math.min(...waits);
    },
  };
}
