import type { FastifyInstance } from 'fastify';
import type { StudioEvent } from '#domain/registry.ts';
import type { MovableClock } from '#infra/clock/movable-clock.ts';
import { createPool, logLostConnection } from '#infra/postgres/create-pool.ts';
import { readStoppedProjections } from '#infra/postgres/tables/stopped-projections.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import type { Shutdown } from '#infra/runtime/shutdown.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { studioProjections } from '#projections/registry.ts';
import type { StudioWorkers } from '#workers/open-workers.ts';
import { earliest } from '#workers/schedules/earliest.ts';
import { createClockMover } from './advance-clock.ts';
import { createQuiescence, type Quiescence } from './quiescence.ts';
import { registerSandbox, type Sandbox } from './sandbox/register-sandbox.ts';

export interface SandboxParts {
  readonly runtime: Runtime<StudioEvent>;
  readonly clock: MovableClock;
  readonly waiter: ProjectionWaiter;
  readonly workers: StudioWorkers;
  readonly shutdown: Shutdown;
}

/** Adds the stand-ins of Stripe and Brevo and the studio clock to the site, and registers them with `shutdown`. */
export async function mountSandbox(app: FastifyInstance, parts: SandboxParts): Promise<void> {
  const { runtime, clock, workers, shutdown } = parts;
  const { config, backends, logger } = runtime;
  const quiescence = openQuiescence(parts);
  shutdown.addStep('quiescence', () => quiescence.close());
  const pool = createPool(backends.databaseUrl, {
    max: 5,
    applicationName: 'tideline sandbox',
    onIdleError: logLostConnection(logger),
  });
  const sandbox: Sandbox = await registerSandbox(app, {
    pool,
    clock,
    advanceTo: createClockMover({
      clock,
      nextDue: async () => earliest([await workers.nextDue(), await sandbox.nextDue()]),
      doDue: async () => {
        await sandbox.doDue();
        // Jobs change things at Stripe, whose webhooks append events, which cause further jobs.
        let settledAt: bigint | null;
        let position = await quiescence.wait();
        do {
          settledAt = position;
          await sandbox.webhooksSettled();
          await workers.sweepNow();
          position = await quiescence.wait();
        } while (position !== settledAt);
      },
    }),
    siteUrl: () => config.siteUrl,
    parts: { stripe: config.stripe.sandbox, brevo: config.brevo.sandbox },
    webhookUrl: () => `http://127.0.0.1:${config.port}/api/webhooks/stripe`,
    webhookSecret: config.stripe.webhookSecret,
    brevoWebhook: {
      url: () => `http://127.0.0.1:${config.port}/api/webhooks/brevo`,
      secret: config.brevo.webhookSecret,
    },
    secretKey: config.stripe.secretKey,
    publishableKey: config.stripe.publishableKey,
    logger,
  });
  shutdown.addStep('sandbox', async () => {
    await sandbox.stop();
    await pool.end();
  });
}

function openQuiescence({ runtime, waiter, workers }: SandboxParts): Quiescence {
  const { pool, backends } = runtime;
  return createQuiescence(pool, backends.eventStoreUrl, {
    async waitForProjections(position) {
      // The clock goes on without a stopped read model, because what is due does not depend on its rows.
      const stopped = new Set((await readStoppedProjections(pool)).map(({ name }) => name));
      const names = studioProjections.map(({ name }) => name).filter((name) => !stopped.has(name));
      return waiter.waitFor(position, names);
    },
    queue: workers.queue,
  });
}
