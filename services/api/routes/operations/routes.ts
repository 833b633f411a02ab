import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerBrevoWebhookRoutes } from './brevo-webhook.ts';
import { registerDeadLetterRoutes } from './dead-letters.ts';
import { registerHealthRoutes } from './health.ts';
import { registerStripeWebhookRoutes } from './stripe-webhook.ts';

/** Health checks, the webhooks of Stripe and Brevo, and the board of failed jobs. */
export async function registerOperationsRoutes(app: TypedApp, deps: ApiDependencies): Promise<void> {
  registerHealthRoutes(app, deps);
  await registerStripeWebhookRoutes(app, deps);
  registerBrevoWebhookRoutes(app, deps);
  await registerDeadLetterRoutes(app, deps);
}
