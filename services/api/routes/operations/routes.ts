import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerDeadLetterRoutes } from './dead-letters.ts';
import { registerHealthRoutes } from './health.ts';
import { registerStripeWebhookRoutes } from './stripe-webhook.ts';

/** Health checks, the webhook of Stripe and the board of failed jobs. */
export async function registerOperationsRoutes(app: TypedApp, deps: ApiDependencies): Promise<void> {
  registerHealthRoutes(app, deps);
  await registerStripeWebhookRoutes(app, deps);
  await registerDeadLetterRoutes(app, deps);
}
