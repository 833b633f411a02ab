import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { brevoRoutes } from './brevo-routes.ts';
import { clockRoutes, type MovableClock } from './clock-routes.ts';
import { createOutbox } from './outbox.ts';
import { outboxRoutes } from './outbox-routes.ts';
import type { SandboxLogger } from './sandbox-logger.ts';
import { sandboxNav } from './sandbox-nav.ts';
import { stripeApi } from './stripe/api.ts';
import { authenticatePage } from './stripe/authenticate-page.ts';
import { registerBrowserFiles } from './stripe/browser-files.ts';
import { catalogueRoutes } from './stripe/catalogue.ts';
import { checkoutPage } from './stripe/checkout-page.ts';
import { checkoutSessionRoutes } from './stripe/checkout-sessions.ts';
import { customerCardRoutes } from './stripe/customer-cards.ts';
import { customerRoutes } from './stripe/customers.ts';
import { dashboardRoutes } from './stripe/dashboard-routes.ts';
import { type Deliveries, startDeliveries } from './stripe/deliveries.ts';
import { disputeRoutes } from './stripe/disputes.ts';
import { createDueSteps, type DueSteps, withDueSteps } from './stripe/due-steps.ts';
import { invoicePage } from './stripe/invoice-page.ts';
import { invoiceRoutes } from './stripe/invoices.ts';
import { createDelayedSteps } from './stripe/later.ts';
import { paymentIntentRoutes } from './stripe/payment-intents.ts';
import { recordRoutes } from './stripe/records.ts';
import { refundRoutes } from './stripe/refunds.ts';
import { subscriptionRoutes } from './stripe/subscriptions.ts';
import { createSandboxTables } from './tables.ts';

export interface SandboxOptions extends MovableClock {
  pool: Pool;
  /** Which stand-ins are wanted; the clock is there in any case. */
  parts: { stripe: boolean; brevo: boolean };
  /** Where members reach the site, e.g. `http://localhost:3000`; asked each time. */
  siteUrl: () => string;
  /** Where webhooks go, e.g. `http://127.0.0.1:3000/api/webhooks/stripe`; asked at each delivery. */
  webhookUrl: () => string;
  webhookSecret: string;
  secretKey: string;
  publishableKey: string;
  logger: SandboxLogger;
}

export interface Sandbox {
  /** The earliest instant of the studio clock at which something falls due by itself; null when nothing will. */
  nextDue(): Promise<Date | null>;
  /** Does all that is due now by the studio clock. Its webhooks are on their way afterwards: see `webhooksSettled`. */
  doDue(): Promise<void>;
  /** Resolves when every webhook is delivered, or refused in several attempts, and none is under way. */
  webhooksSettled(): Promise<void>;
  /** Waits for the webhooks under way. Call before the app closes; what is left is delivered after the next start. */
  stop(): Promise<void>;
}

/**
 * Mounts the stand-ins of Stripe and Brevo and the studio clock under `/sandbox`. All they know is in the schema `sandbox` of the
 * database. Call before the app is ready.
 */
export async function registerSandbox(app: FastifyInstance, options: SandboxOptions): Promise<Sandbox> {
  const { pool, clock, siteUrl, parts, logger } = options;
  await createSandboxTables(pool);
  const due: DueSteps | null = parts.stripe ? createDueSteps({ pool, clock, siteUrl }) : null;
  const deliveries: Deliveries | null =
    due === null
      ? null
      : startDeliveries({
          pool,
          url: options.webhookUrl,
          secret: options.webhookSecret,
          delayedSteps: withDueSteps(createDelayedSteps({ pool, clock, siteUrl, logger }), due, {
            clock,
            logger,
          }),
          logger,
        });

  await app.register(
    async (sandbox) => {
      clockRoutes(sandbox, options);
      if (parts.brevo) {
        const outbox = createOutbox(pool);
        outboxRoutes(sandbox, outbox, sandboxNav(parts, 'outbox'));
        await sandbox.register(async (brevo) => brevoRoutes(brevo, { outbox, clock, logger }), {
          prefix: '/brevo/v3',
        });
      }
      if (deliveries !== null) {
        const api = {
          pool,
          clock,
          siteUrl,
          logger,
          keys: { secretKey: options.secretKey, publishableKey: options.publishableKey },
          routes: [
            ...paymentIntentRoutes,
            ...refundRoutes,
            ...disputeRoutes,
            ...recordRoutes,
            ...customerRoutes,
            ...customerCardRoutes,
            ...catalogueRoutes,
            ...checkoutSessionRoutes,
            ...subscriptionRoutes,
            ...invoiceRoutes,
          ],
          onChange: () => deliveries.wake(),
        };
        await sandbox.register(registerBrowserFiles, { prefix: '/stripe' });
        await sandbox.register(async (stripe) => stripeApi(stripe, api), { prefix: '/stripe/v1' });
        await sandbox.register(async (pages) => authenticatePage(pages, api), { prefix: '/stripe' });
        await sandbox.register(async (pages) => checkoutPage(pages, api), { prefix: '/stripe' });
        await sandbox.register(async (pages) => invoicePage(pages, api), { prefix: '/stripe' });
        const nav = sandboxNav(parts, 'payments');
        await sandbox.register(async (pages) => dashboardRoutes(pages, api, nav), {
          prefix: '/stripe/dashboard',
        });
      }
    },
    { prefix: '/sandbox' },
  );

  return {
    nextDue: async () => due?.nextDue() ?? null,
    doDue: async () => {
      await due?.doDue(clock.now());
      deliveries?.wake();
    },
    webhooksSettled: async () => deliveries?.settled(),
    stop: async () => deliveries?.stop(),
  };
}
