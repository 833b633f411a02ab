import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type BrevoWebhook, registerBrevoReports } from './brevo-reports.ts';
import { registerBrevoRoutes } from './brevo-routes.ts';
import { type MovableClock, registerClockRoutes } from './clock-routes.ts';
import { createOutbox } from './outbox.ts';
import { registerOutboxRoutes } from './outbox-routes.ts';
import { acceptPlainForms } from './plain-forms.ts';
import { registerPushRoutes } from './push-routes.ts';
import type { SandboxLogger } from './sandbox-logger.ts';
import { renderSandboxNav } from './sandbox-nav.ts';
import { registerStripeApi } from './stripe/api.ts';
import { registerAuthenticatePage } from './stripe/authenticate-page.ts';
import { registerBrowserFiles } from './stripe/browser-files.ts';
import { catalogueRoutes } from './stripe/catalogue.ts';
import { registerCheckoutPage } from './stripe/checkout-page.ts';
import { checkoutSessionRoutes } from './stripe/checkout-sessions.ts';
import { customerCardRoutes } from './stripe/customer-cards.ts';
import { customerRoutes } from './stripe/customers.ts';
import { registerDashboard } from './stripe/dashboard-routes.ts';
import { createDelayedSteps } from './stripe/delayed-steps.ts';
import { type Deliveries, startDeliveries } from './stripe/deliveries.ts';
import { disputeRoutes } from './stripe/disputes.ts';
import { createDueSteps, type DueSteps, withDueSteps } from './stripe/due-steps.ts';
import { fileRoutes } from './stripe/files.ts';
import { registerInvoicePage } from './stripe/invoice-page.ts';
import { invoiceRoutes } from './stripe/invoices.ts';
import { paymentIntentRoutes } from './stripe/payment-intents.ts';
import { recordRoutes } from './stripe/records.ts';
import { refundRoutes } from './stripe/refunds.ts';
import { subscriptionRoutes } from './stripe/subscriptions.ts';
import { createSandboxTables } from './tables.ts';

export interface SandboxOptions extends MovableClock {
  pool: Pool;
  /** The stand-ins to mount; the clock always is. */
  parts: { stripe: boolean; brevo: boolean };
  /** The site's address for members, e.g. `http://localhost:3000`; known only once the app listens. */
  siteUrl: () => string;
  /** The webhooks' address, e.g. `http://127.0.0.1:3000/api/webhooks/stripe`; known only once the app listens. */
  webhookUrl: () => string;
  webhookSecret: string;
  secretKey: string;
  publishableKey: string;
  /** Where the stand-in of Brevo reports what became of emails; without it, it reports nothing. */
  brevoWebhook?: BrevoWebhook;
  logger: SandboxLogger;
}

export interface Sandbox {
  /** The earliest instant of the studio clock at which a scheduled step falls due; null when none is scheduled. */
  nextDue(): Promise<Date | null>;
  /** Runs all steps due by the studio clock and starts their webhooks; `webhooksSettled` waits for these. */
  doDue(): Promise<void>;
  /** Resolves when every webhook is delivered, or refused in several attempts, and none is in flight. */
  webhooksSettled(): Promise<void>;
  /** Waits for the webhooks in flight. Call before the app closes; the rest is delivered after the next start. */
  stop(): Promise<void>;
}

const stripeRoutes = [
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fileRoutes,
  ...recordRoutes,
  ...customerRoutes,
  ...customerCardRoutes,
  ...catalogueRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
];

/**
 * Mounts the stand-ins for Stripe and Brevo, and the studio clock, under `/sandbox`. Their data is in the database schema `sandbox`.
 * Call before the app is ready.
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
      registerClockRoutes(sandbox, options);
      if (parts.brevo) {
        const outbox = createOutbox(pool);
        const { brevoWebhook: webhook } = options;
        const nav = renderSandboxNav(parts, 'outbox');
        registerOutboxRoutes(sandbox, { outbox, nav, canReport: webhook !== undefined });
        if (webhook !== undefined) {
          await sandbox.register(async (forms) => {
            acceptPlainForms(forms);
            registerBrevoReports(forms, { outbox, clock, webhook });
          });
        }
        await sandbox.register(async (push) => registerPushRoutes(push, { pool, outbox, clock }), {
          prefix: '/push',
        });
        await sandbox.register(async (brevo) => registerBrevoRoutes(brevo, { outbox, clock, logger }), {
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
          routes: stripeRoutes,
          onChange: () => deliveries.wake(),
        };
        await sandbox.register(registerBrowserFiles, { prefix: '/stripe' });
        await sandbox.register(async (stripe) => registerStripeApi(stripe, api), { prefix: '/stripe/v1' });
        await sandbox.register(async (pages) => registerAuthenticatePage(pages, api), { prefix: '/stripe' });
        await sandbox.register(async (pages) => registerCheckoutPage(pages, api), { prefix: '/stripe' });
        await sandbox.register(async (pages) => registerInvoicePage(pages, api), { prefix: '/stripe' });
        const nav = renderSandboxNav(parts, 'payments');
        await sandbox.register(async (pages) => registerDashboard(pages, api, nav), {
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
